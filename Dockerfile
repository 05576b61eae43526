# The image of the service form: one for web, workers, beat and migrations, and `analysis` on top of it with the kernels
# compiled. Both run as a user without rights, on a root that is only read (docs/operators.md, "In containers").
#   docker build --target gipfel --tag gipfel:1.0.0 .
#   docker build --target analysis --tag gipfel-analysis:1.0.0 .
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BASE} AS system
# No versions: Debian's corrections of its release are wanted whenever the image is built.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates fonts-dejavu-core libpangoft2-1.0-0 postgresql-client python3 \
    && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log
RUN useradd --system --uid 10001 --user-group --home-dir /var/lib/gipfel --shell /usr/sbin/nologin gipfel \
    && install -d -o gipfel -g gipfel -m 700 /var/lib/gipfel /var/cache/gipfel /var/backups/gipfel
ENV PATH=/opt/gipfel/.venv/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DJANGO_SETTINGS_MODULE=gipfel.settings \
    GIPFEL_HOME=/var/lib/gipfel XDG_CACHE_HOME=/var/cache/gipfel \
    NUMBA_CPU_NAME=generic
WORKDIR /opt/gipfel

FROM system AS packages
# Of this stage only /opt/gipfel goes on.
# hadolint ignore=DL3008,DL3009
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv
RUN python3 -m venv .venv
COPY requirements.txt requirements-files.txt ./
# Wheels, so that no compiler of C is needed; http-ece has none, and is Python alone.
RUN pip install --no-cache-dir --no-compile --only-binary :all: --no-binary http-ece --disable-pip-version-check \
        -r requirements.txt -r requirements-files.txt \
    && pip uninstall --yes --quiet pip setuptools \
    && find .venv -type d -name tests -prune -exec rm -rf {} + \
    && find .venv/lib/python3*/site-packages/botocore/data -mindepth 1 -maxdepth 1 -type d \
        ! -name s3 ! -name sts ! -name 'sso*' -exec rm -rf {} +

FROM packages AS built
COPY manage.py pyproject.toml LICENSE ./
COPY deploy ./deploy
COPY gipf_engine ./gipf_engine
COPY common ./common
COPY players ./players
COPY games ./games
COPY ratings ./ratings
COPY play ./play
COPY tournaments ./tournaments
COPY gipfel ./gipfel
COPY templates ./templates
COPY static ./static
COPY locale ./locale
RUN python manage.py catalogs compile \
    && python manage.py collectstatic --noinput --verbosity 0
# Numba keeps what it compiled by the time of a source, and layers keep whole seconds. Bytecode is compiled by content,
# since nothing on a root that is only read can be renewed; some packages hold templates of code, which compileall refuses.
RUN find . -name '*.py' -exec touch --date @1767225600 {} + \
    && { python -m compileall -q --invalidation-mode unchecked-hash . || true; } \
    && rm -rf /var/cache/gipfel/* /var/lib/gipfel/*
# As the user of the service: where the sources cannot be written, what is compiled goes to XDG_CACHE_HOME.
USER 10001:10001
RUN python -m gipf_engine compile whr

FROM built AS kernels
RUN python -m gipf_engine compile

FROM system AS gipfel
COPY --from=built /opt/gipfel /opt/gipfel
COPY --from=built /var/cache/gipfel /opt/gipfel/compiled
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s --retries=3 CMD ["/opt/gipfel/deploy/healthy"]
ENTRYPOINT ["/opt/gipfel/deploy/start"]
CMD ["web"]

FROM gipfel AS analysis
COPY --from=kernels /var/cache/gipfel /opt/gipfel/compiled
CMD ["analysis"]
