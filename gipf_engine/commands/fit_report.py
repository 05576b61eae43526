"""What `rategames --fit` prints."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.ratings.base import Game, Parameter, System
from gipf_engine.ratings.coverage import find_coverage
from gipf_engine.ratings.fitting import FEWEST_GAMES, FittedParameter, fit

BAD_INPUT = 3


def write_fit(command: BaseCommand, system: System, periods: Sequence[tuple[int, Sequence[Game]]]) -> None:
    """A row a parameter, then log losses out of sample and coverage. Raises `CommandError` where nothing is fitted."""
    found = fit(system, periods)
    if found is None:
        what = f"it needs {FEWEST_GAMES} games" if system.fitted else f"{system.key} has no parameters to fit"
        raise CommandError(f"--fit: {what}", BAD_INPUT)
    known = {each.key: each for each in system.all_known()}
    command.write("parameter\tnow\tfitted\tlow\thigh\tproposed")
    for each in found.parameters:
        command.write(_row(known[each.key], each))
    gain = found.gain
    command.write(f"games tested\t{gain.games}")
    command.write(f"log loss now\t{gain.now:.4f}")
    command.write(f"log loss fitted\t{gain.fitted:.4f}")
    command.write(f"gain\t{gain.difference:+.4f}\t± {gain.standard_error:.4f}")
    for name, chosen in (("now", {}), ("proposed", found.proposed)):
        covered = find_coverage(type(system)(system.parameters | chosen), periods)
        if covered is not None and (chosen or name == "now"):
            share, low, high = covered.in_percent
            command.write(f"intervals hold {name}\t{share} %\t{low} %\t{high} %")
    command.write(f"adopt\t{'yes' if found.is_worth_it else 'no: nothing is to be gained'}")


def _row(known: Parameter, found: FittedParameter) -> str:
    """Numbers as `--param` takes them."""

    def write(value: int) -> str:
        return f"{value / 10**known.digits:.{known.digits}f}"

    fitted = [found.estimate, found.low, found.high]
    told = [write(each) if found.is_known else "–" for each in fitted]
    return "\t".join([found.key, write(found.now), *told, write(found.proposed)])
