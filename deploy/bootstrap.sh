# Sourced by ./run and ./test: find a Python, make .venv, install what a requirements file pins.
# POSIX sh; nothing else is assumed to be there.

UV=0.13.9 # installs in a tenth of the processor time of pip

say() { printf '%s\n' "$*"; }
stop() { printf '%s: %s\n' "${FAILED:-Gipfel cannot start}" "$*" >&2; exit 1; }

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            PYTHON=$name
            return
        fi
    done
    command -v python3 >/dev/null 2>&1 || stop "there is no python3. Install Python 3.11 or newer (Debian: apt install python3 python3-pip python3-venv)."
    stop "$(python3 --version 2>&1) is too old. Install Python 3.11 or newer."
}

check_disk() { # $1: megabytes that are needed
    free=$(df -Pk . | awk 'NR == 2 { print int($4 / 1024) }')
    [ "${free:-0}" -ge "$1" ] || stop "this disk has $free MB free and $1 MB are needed. Make room and start again."
}

# One at a time makes the environment: of two that start at once, the second waits here and finds it made.
# The lock is on what file descriptor 9 has open, so it outlives the Python that takes it, and ends with this shell.
take_turn() {
    [ -w . ] || [ -x .venv/bin/python ] || stop "$(pwd) cannot be written. Put it where you may write."
    exec 9<deploy/bootstrap.sh
    "$PYTHON" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)' 2>/dev/null && return
    say "Another start is making the environment; waiting for it …"
    "$PYTHON" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
}

end_turn() { exec 9>&-; }

make_environment() {
    [ -x .venv/bin/python ] && .venv/bin/python -c '' 2>/dev/null && return
    say "Making the environment in .venv …"
    rm -rf .venv
    # Without pip it takes a tenth of the time and needs no ensurepip, which Debian packs apart.
    "$PYTHON" -m venv --without-pip .venv 2>/dev/null ||
        stop "$PYTHON cannot make a virtual environment. Install python3-venv (Debian: apt install python3-venv)."
}

install() { # $1: a requirements file
    wanted=$(cksum <"$1")
    stamp=.venv/installed-$(basename "$1")
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return
    say "Installing what $(basename "$1") pins (once) …"
    install_by_uv "$1" || install_by_pip -c requirements.txt -r "$1" || install_failed
    printf '%s\n' "$wanted" >"$stamp"
}

# What the first page needs: all of $1 but the packages that deploy/installed-later.txt names. The launcher installs
# those once that page is served (deploy/install-rest), as long as .venv/being-installed is there.
install_first() { # $1: a requirements file
    [ -f ".venv/installed-$1" ] && install "$1" && return
    awk -F '==' 'NR == FNR { later[$1]; next } !($1 in later)' deploy/installed-later.txt "$1" >.venv/first.txt
    install .venv/first.txt
    : >.venv/being-installed
}

install_by_uv() { # $1: a requirements file
    uv=$(command -v uv) || uv=.venv/uv/bin/uv
    [ -x "$uv" ] || install_by_pip --no-deps --only-binary :all: --target .venv/uv "uv==$UV" || return
    "$uv" pip install --quiet --python .venv/bin/python --constraint requirements.txt -r "$1" >.venv/install.log 2>&1
}

install_by_pip() { # what pip is told to install
    # Python compiles what it imports; to compile all that is installed takes as long again as to install it.
    set -- --disable-pip-version-check install --no-compile --quiet "$@"
    case " $* " in
    *" --target "*) into= ;; # a folder: there pip needs no second start, by the Python of the environment
    *) into="--python .venv/bin/python" ;;
    esac
    # shellcheck disable=SC2086  # two words, or none
    "$PYTHON" -m pip $into "$@" >.venv/install.log 2>&1 && return
    grep -qi -e 'no module named pip' -e 'no such option: --python' .venv/install.log || return
    .venv/bin/python -m ensurepip >.venv/install.log 2>&1 ||
        stop "$PYTHON has no pip. Install it (Debian: apt install python3-pip) and start again."
    .venv/bin/python -m pip "$@" >>.venv/install.log 2>&1
}

install_failed() {
    grep -qi 'no space left' .venv/install.log && stop "the disk is full. Make room and start again."
    tail -n 3 .venv/install.log >&2
    stop "the packages could not be installed; the lines above say why, .venv/install.log says more."
}
