import django.db.models.deletion
from django.db import migrations, models

# Whatever way a game changes, its days are noted in the same transaction, for each list that keeps games and may count
# it: those that it counted from before, and those from now on. What is noted without need is read once more.
CHANGES = """
CREATE FUNCTION ratings_note_changed_games() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM ratings_keptgames) THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'INSERT' THEN
        INSERT INTO ratings_changedday (pool_id, day)
        SELECT DISTINCT pool.id, dates.day FROM now_games game CROSS JOIN {of_pools};
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO ratings_changedday (pool_id, day)
        SELECT DISTINCT pool.id, dates.day FROM before_games game CROSS JOIN {of_pools};
    ELSE
        INSERT INTO ratings_changedday (pool_id, day)
        SELECT DISTINCT pool.id, dates.day FROM (
            SELECT before_games.* FROM before_games LEFT JOIN now_games USING (id) WHERE before_games IS DISTINCT FROM now_games
            UNION ALL
            SELECT now_games.* FROM now_games LEFT JOIN before_games USING (id) WHERE before_games IS DISTINCT FROM now_games
        ) game CROSS JOIN {of_pools};
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ratings_games_added AFTER INSERT ON games_game
    REFERENCING NEW TABLE AS now_games FOR EACH STATEMENT EXECUTE FUNCTION ratings_note_changed_games();
CREATE TRIGGER ratings_games_removed AFTER DELETE ON games_game
    REFERENCING OLD TABLE AS before_games FOR EACH STATEMENT EXECUTE FUNCTION ratings_note_changed_games();
CREATE TRIGGER ratings_games_changed AFTER UPDATE ON games_game
    REFERENCING OLD TABLE AS before_games NEW TABLE AS now_games
    FOR EACH STATEMENT EXECUTE FUNCTION ratings_note_changed_games();

CREATE FUNCTION ratings_note_shown_occasion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM ratings_keptgames) THEN
        INSERT INTO ratings_changedday (pool_id, day)
        SELECT DISTINCT pool.id, dates.day FROM (SELECT * FROM games_game WHERE occasion_id = NEW.id) game
        CROSS JOIN {of_pools};
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ratings_occasion_shown AFTER UPDATE OF hidden ON journal_scope FOR EACH ROW
    WHEN (OLD.hidden IS DISTINCT FROM NEW.hidden) EXECUTE FUNCTION ratings_note_shown_occasion();

CREATE FUNCTION ratings_note_admitted_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO ratings_changedday (pool_id, day)
    SELECT pool.id, NULL FROM ratings_keptgames JOIN ratings_pool pool ON pool.id = pool_id WHERE pool.club_id IS NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER ratings_club_admitted AFTER UPDATE OF admitted ON players_club FOR EACH ROW
    WHEN (OLD.admitted IS DISTINCT FROM NEW.admitted) EXECUTE FUNCTION ratings_note_admitted_club();
""".format(
    of_pools="""ratings_keptgames kept JOIN ratings_pool pool ON pool.id = kept.pool_id
        CROSS JOIN LATERAL (VALUES (game.rated_on), (game.stands_on)) dates(day)
        WHERE dates.day IS NOT NULL AND (pool.club_id IS NULL OR pool.club_id = game.club_id)
        AND pool.rules IN ('', game.rules)"""
)
NO_CHANGES = """
DROP TRIGGER ratings_club_admitted ON players_club;
DROP TRIGGER ratings_occasion_shown ON journal_scope;
DROP TRIGGER ratings_games_added ON games_game;
DROP TRIGGER ratings_games_removed ON games_game;
DROP TRIGGER ratings_games_changed ON games_game;
DROP FUNCTION ratings_note_admitted_club;
DROP FUNCTION ratings_note_shown_occasion;
DROP FUNCTION ratings_note_changed_games;
"""


def note_changes(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE ratings_gamesofday ALTER COLUMN games SET STORAGE EXTERNAL")
        schema_editor.execute(CHANGES)


def note_no_changes(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(NO_CHANGES)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_results_stand"),
        ("journal", "0007_stored_answer"),
        ("players", "0014_moderators"),
        ("ratings", "0015_side_by_side"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptGames",
            fields=[
                (
                    "pool",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="ratings.pool",
                    ),
                ),
                ("read_by", models.CharField(blank=True, max_length=64)),
                ("checked_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="GamesOfDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("games", models.BinaryField()),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="ratings.pool"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("pool", "day"), name="games_of_a_day_once")],
            },
        ),
        migrations.CreateModel(
            name="ChangedDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(null=True)),
                (
                    "pool",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="ratings.pool",
                    ),
                ),
            ],
        ),
        migrations.RunPython(note_changes, note_no_changes),
    ]
