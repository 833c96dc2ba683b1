"""The tables, and how those of an older version become those of this one.

Both databases get the same tables, so that a copy of one can be put into the other; their own words are filled in.
A change of the tables is one more entry in MIGRATIONS: written entries never change.
"""

from collections.abc import Mapping, Sequence

# A unit in one round trip, where others write at the same time; what it comes to is said in `house/store.py`. Events
# come first: a second run of a unit whose answer was lost waits there until the first is decided, before it looks at
# records that the first may have changed. The mark is the unit's own, kept with its first event or for itself: it tells
# what this unit wrote before from what others did. Each statement inside sees what others have kept until then. What
# has to be taken back is raised: 40001 if somebody was in between, P0001 if a record is not what it was.
# Statements and their arguments come as texts; of those, each has those between two `starts`. `if_none` says what
# becomes of the others where one finds nothing: -1 the unit cannot be, else so many after it are left out.
COMMIT_UNIT = """
CREATE FUNCTION commit_unit(
    of_stream TEXT, expected BIGINT, bodies BYTEA[], of_key TEXT, of_mark BYTEA, now BIGINT, forgotten BIGINT,
    statements TEXT[], if_none INTEGER[], starts INTEGER[], args TEXT[],
    OUT outcome TEXT, OUT from_event BIGINT, OUT to_event BIGINT
) LANGUAGE plpgsql AS $$
DECLARE
    there BIGINT;
    their_mark BYTEA;
    rows_met BIGINT;
    number INTEGER := 1;
BEGIN
    IF of_stream <> '' THEN
        -- In one statement: whoever sees another's event must see its key too.
        SELECT stands.last, keys.first, keys.last, events.mark INTO there, from_event, to_event, their_mark
        FROM (SELECT coalesce(max(position), 0) AS last FROM events WHERE stream = of_stream) AS stands
        LEFT JOIN keys ON keys.stream = of_stream AND keys.key = of_key
        LEFT JOIN events ON events.stream = of_stream AND events.position = keys.first;
        IF to_event IS NOT NULL THEN
            outcome := CASE WHEN their_mark = of_mark THEN 'done' ELSE 'repeated' END;
            RETURN;
        END IF;
        to_event := expected + cardinality(bodies);
        IF there <> expected THEN
            PERFORM 1 FROM events WHERE stream = of_stream AND position = expected + 1 AND mark = of_mark;
            outcome := CASE WHEN FOUND THEN 'done' ELSE 'conflict' END;
            to_event := CASE WHEN FOUND THEN to_event ELSE there END;
            RETURN;
        END IF;
        INSERT INTO events (stream, position, body, mark)
        SELECT of_stream, expected + new.place, new.body, CASE WHEN new.place = 1 THEN of_mark END
        FROM unnest(bodies) WITH ORDINALITY AS new (body, place) ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS rows_met = ROW_COUNT;
        IF rows_met < cardinality(bodies) THEN
            RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = 'another unit was first';
        END IF;
        IF of_key IS NOT NULL THEN
            INSERT INTO keys (stream, key, first, last) VALUES (of_stream, of_key, expected + 1, to_event)
            ON CONFLICT DO NOTHING;
            IF NOT FOUND THEN
                RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = 'another unit was first';
            END IF;
        END IF;
    ELSIF of_mark IS NOT NULL THEN
        PERFORM 1 FROM marks WHERE mark = of_mark;
        IF FOUND THEN
            outcome := 'done';
            RETURN;
        END IF;
        DELETE FROM marks WHERE at < forgotten;
        INSERT INTO marks (mark, at) VALUES (of_mark, now) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
            RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = 'the first run of this unit is done';
        END IF;
    END IF;
    WHILE number <= cardinality(statements) LOOP
        EXECUTE statements[number] USING args[starts[number] + 1 : starts[number + 1]];
        GET DIAGNOSTICS rows_met = ROW_COUNT;
        IF rows_met = 0 AND if_none[number] < 0 THEN
            RAISE EXCEPTION USING ERRCODE = 'P0001', MESSAGE = 'a record is not what it was';
        END IF;
        number := number + 1 + CASE WHEN rows_met = 0 THEN if_none[number] ELSE 0 END;
    END LOOP;
    outcome := 'done';
END $$;
"""

SQLITE = {
    "text": "TEXT",
    "number": "INTEGER",
    "real": "REAL",
    "bytes": "BLOB",
    "clustered": "STRICT, WITHOUT ROWID",
    "body_text": "CAST(body AS TEXT)",
    "commit_unit": "",  # it has one writer at a time
}
# Texts are compared by their bytes everywhere: another order would show pages of cards twice or not at all.
POSTGRES = {
    "text": 'TEXT COLLATE "C"',
    "number": "BIGINT",
    "real": "DOUBLE PRECISION",
    "bytes": "BYTEA",
    "clustered": "",
    "body_text": "convert_from(body, 'UTF8')",
    "commit_unit": COMMIT_UNIT,
}

FIRST = """
CREATE TABLE events (
    stream {text} NOT NULL,
    position {number} NOT NULL,
    body {bytes} NOT NULL,
    mark {bytes},  -- on the first event of a unit: which unit it was, where a cut connection can leave that open
    PRIMARY KEY (stream, position)
) {clustered};

CREATE TABLE keys (
    stream {text} NOT NULL,
    key {text} NOT NULL,
    first {number} NOT NULL,
    last {number} NOT NULL,
    PRIMARY KEY (stream, key)
) {clustered};

CREATE TABLE cards (
    id {text} NOT NULL PRIMARY KEY,
    game {text} NOT NULL,
    phase {text} NOT NULL,
    listed {number} NOT NULL,
    room {number} NOT NULL,
    pace {text} NOT NULL,
    people {text} NOT NULL,  -- as JSON, for reading; searches use `sitters`
    turn {text} NOT NULL,
    updated {number} NOT NULL,
    due {number},
    resume {number} NOT NULL,
    body {bytes} NOT NULL
) {clustered};
CREATE INDEX cards_latest ON cards (listed, phase, updated);
CREATE INDEX cards_due ON cards (due) WHERE phase = 'playing' AND due IS NOT NULL;
CREATE INDEX cards_to_resume ON cards (id) WHERE resume = 1;

CREATE TABLE sitters (
    id {text} NOT NULL,
    person {text} NOT NULL,
    PRIMARY KEY (id, person)
) {clustered};
CREATE INDEX sitters_person ON sitters (person);

CREATE TABLE people (
    id {text} NOT NULL PRIMARY KEY,
    name {text} NOT NULL,
    folded {text} NOT NULL,
    since {number} NOT NULL,
    password {text},
    body {bytes} NOT NULL,
    version {number} NOT NULL,
    mark {bytes}
) {clustered};
CREATE UNIQUE INDEX people_accounts ON people (folded) WHERE password IS NOT NULL;
CREATE INDEX people_guests ON people (since) WHERE password IS NULL;

CREATE TABLE sessions (
    hash {text} NOT NULL PRIMARY KEY,
    person {text} NOT NULL REFERENCES people (id),
    since {number} NOT NULL,
    seen {number} NOT NULL,
    until {number} NOT NULL,
    label {text},
    scopes {text} NOT NULL,
    agent {text} NOT NULL
) {clustered};
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_until ON sessions (until);

CREATE TABLE jobs (
    id {text} NOT NULL PRIMARY KEY,
    state {text} NOT NULL,
    done {number} NOT NULL,
    total {number} NOT NULL,
    updated {number} NOT NULL,
    since {number} NOT NULL,  -- when it began to wait
    body {bytes} NOT NULL
) {clustered};
CREATE INDEX jobs_unfinished ON jobs (since) WHERE state IN ('waiting', 'running');

CREATE TABLE uptimes (
    id {number} NOT NULL PRIMARY KEY,
    began {number} NOT NULL,
    until {number} NOT NULL
) {clustered};

CREATE TABLE pulse (id {number} NOT NULL PRIMARY KEY, beats {number} NOT NULL) {clustered};
"""

MAIL = """
CREATE TABLE outbox (
    key {text} NOT NULL PRIMARY KEY,
    kind {text} NOT NULL,
    person {text},
    thread {text},  -- none once the person has been there
    body {bytes} NOT NULL,
    at {number} NOT NULL,
    due {number} NOT NULL,
    until {number} NOT NULL,
    state {text} NOT NULL,
    tries {number} NOT NULL,
    doubts {number} NOT NULL,
    ended {number},
    mark {bytes}
) {clustered};
CREATE INDEX outbox_due ON outbox (due) WHERE state = 'waiting';
CREATE INDEX outbox_sending ON outbox (at) WHERE state = 'sending';
CREATE INDEX outbox_thread ON outbox (thread) WHERE thread IS NOT NULL;
CREATE INDEX outbox_ended ON outbox (ended) WHERE ended IS NOT NULL;
CREATE INDEX outbox_person ON outbox (person) WHERE person IS NOT NULL;

CREATE TABLE addresses (
    person {text} NOT NULL PRIMARY KEY REFERENCES people (id),
    address {text},
    folded {text},
    wanted {text}
) {clustered};
CREATE INDEX addresses_folded ON addresses (folded) WHERE folded IS NOT NULL;

CREATE TABLE links (
    hash {text} NOT NULL PRIMARY KEY,
    kind {text} NOT NULL,
    person {text} NOT NULL REFERENCES people (id),
    address {text} NOT NULL,
    until {number} NOT NULL
) {clustered};
CREATE INDEX links_person ON links (person);

CREATE TABLE silenced (
    who {text} NOT NULL,
    kind {text} NOT NULL,
    PRIMARY KEY (who, kind)
) {clustered};

CREATE TABLE secrets (
    name {text} NOT NULL PRIMARY KEY,
    secret {bytes} NOT NULL
) {clustered};
"""

RATINGS = """
CREATE TABLE finishes (
    number {number} NOT NULL PRIMARY KEY,
    id {text} NOT NULL UNIQUE,
    game {text} NOT NULL,
    at {number} NOT NULL,
    size {number} NOT NULL,
    worth {real},  -- of those who played together
    body {bytes} NOT NULL
) {clustered};
CREATE INDEX finishes_best ON finishes (game, size, worth, at) WHERE worth IS NOT NULL;

CREATE TABLE standings (
    who {text} NOT NULL,
    game {text} NOT NULL,
    mu {real} NOT NULL,
    sigma {real} NOT NULL,
    games {number} NOT NULL,
    PRIMARY KEY (game, who)
) {clustered};
CREATE INDEX standings_who ON standings (who);

CREATE TABLE points (
    who {text} NOT NULL,
    game {text} NOT NULL,
    number {number} NOT NULL,
    id {text} NOT NULL,
    at {number} NOT NULL,
    place {number} NOT NULL,
    total {number} NOT NULL,
    was {real} NOT NULL,
    mu {real} NOT NULL,
    sigma {real} NOT NULL,
    PRIMARY KEY (who, game, number)
) {clustered};
CREATE INDEX points_table ON points (id);
CREATE INDEX points_number ON points (number, who);

CREATE TABLE cursors (name {text} NOT NULL PRIMARY KEY, value {number} NOT NULL) {clustered};
"""

TOURNAMENTS = """
CREATE TABLE tournaments (
    id {text} NOT NULL PRIMARY KEY,
    game {text} NOT NULL,
    kind {text} NOT NULL,
    phase {text} NOT NULL,
    organiser {text} NOT NULL,
    people {text} NOT NULL,  -- as JSON, for reading; searches use `entrants`
    updated {number} NOT NULL,
    body {bytes} NOT NULL
) {clustered};
CREATE INDEX tournaments_latest ON tournaments (phase, updated);

CREATE TABLE entrants (
    id {text} NOT NULL,
    person {text} NOT NULL,
    PRIMARY KEY (id, person)
) {clustered};
CREATE INDEX entrants_person ON entrants (person);
"""

# Before, only the summary in a card's body said whether a table counts, as JSON without spaces.
RATED_TABLES = """
ALTER TABLE cards ADD COLUMN rated {number} NOT NULL DEFAULT 0;
UPDATE cards SET rated = 1 WHERE {body_text} LIKE '%"rated":true%';
"""

FRIENDS = """
CREATE TABLE follows (
    person {text} NOT NULL REFERENCES people (id),
    other {text} NOT NULL REFERENCES people (id),
    since {number} NOT NULL,
    PRIMARY KEY (person, other)
) {clustered};
CREATE INDEX follows_other ON follows (other);

CREATE TABLE sought (
    wish {text} NOT NULL PRIMARY KEY,
    id {text} NOT NULL
) {clustered};

CREATE TABLE asked (
    id {text} NOT NULL,
    person {text} NOT NULL,
    PRIMARY KEY (id, person)
) {clustered};
CREATE INDEX asked_person ON asked (person);

ALTER TABLE cards ADD COLUMN asked {text} NOT NULL DEFAULT '[]';  -- as JSON, for reading; searches use `asked`
DROP INDEX cards_due;
CREATE INDEX cards_due ON cards (due) WHERE due IS NOT NULL;
"""

# Where somebody sat or spoke, even if they are there no longer. What was said in galleries before this is not found.
TRACES = """
CREATE TABLE traces (
    person {text} NOT NULL,
    id {text} NOT NULL,
    PRIMARY KEY (person, id)
) {clustered};
INSERT INTO traces (person, id) SELECT person, id FROM sitters;
"""

OFFICERS = """
ALTER TABLE people ADD COLUMN role {text};
CREATE INDEX people_officers ON people (role) WHERE role IS NOT NULL;

CREATE TABLE audit (
    number {number} NOT NULL PRIMARY KEY,
    id {text} NOT NULL UNIQUE,
    at {number} NOT NULL,
    who {text} NOT NULL,
    name {text} NOT NULL,
    what {text} NOT NULL,
    about {text} NOT NULL,
    called {text} NOT NULL,
    detail {text} NOT NULL,
    why {text} NOT NULL
) {clustered};
CREATE INDEX audit_about ON audit (about, number);
"""

MODERATION = """
CREATE TABLE blocks (
    person {text} NOT NULL,
    other {text} NOT NULL,
    since {number} NOT NULL,
    PRIMARY KEY (person, other)
) {clustered};
CREATE INDEX blocks_other ON blocks (other, person);

CREATE TABLE reports (
    id {text} NOT NULL PRIMARY KEY,
    topic {text} NOT NULL,
    at {number} NOT NULL,
    who {text} NOT NULL,
    about {text} NOT NULL,
    place {text} NOT NULL,
    state {text} NOT NULL,
    body {bytes} NOT NULL
) {clustered};
CREATE UNIQUE INDEX reports_topic ON reports (topic) WHERE state = 'open';
CREATE INDEX reports_latest ON reports (state, at);
CREATE INDEX reports_who ON reports (who, state);
CREATE INDEX reports_about ON reports (about, at);

CREATE TABLE measures (
    id {text} NOT NULL PRIMARY KEY,
    person {text} NOT NULL,
    kind {text} NOT NULL,
    since {number} NOT NULL,
    until {number},
    why {text} NOT NULL,
    who {text} NOT NULL,
    name {text} NOT NULL,
    lifted {number}
) {clustered};
CREATE INDEX measures_person ON measures (person, since);
CREATE INDEX measures_now ON measures (since) WHERE lifted IS NULL;

CREATE TABLE words (word {text} NOT NULL PRIMARY KEY, how {text} NOT NULL) {clustered};
"""

# The verbs: records are listed by the columns of an index, in its order. What a query worked out before is kept.
VERBS = """
CREATE TABLE marks (mark {bytes} NOT NULL PRIMARY KEY, at {number} NOT NULL) {clustered};
CREATE INDEX marks_at ON marks (at);

DROP INDEX cards_latest;
DROP INDEX cards_due;
DROP INDEX cards_to_resume;
CREATE INDEX cards_lobby ON cards (listed, phase, updated DESC, id);
CREATE INDEX cards_due ON cards (due, id) WHERE due IS NOT NULL;
CREATE INDEX cards_resume ON cards (resume, id);

CREATE TABLE account_names (folded {text} NOT NULL PRIMARY KEY, person {text} NOT NULL) {clustered};
INSERT INTO account_names (folded, person) SELECT folded, id FROM people WHERE password IS NOT NULL;
CREATE TABLE name_parts (
    part {text} NOT NULL,
    person {text} NOT NULL,
    PRIMARY KEY (part, person)
) {clustered};
DROP INDEX people_accounts;
DROP INDEX people_guests;
DROP INDEX people_officers;
ALTER TABLE people ADD COLUMN account {number} NOT NULL DEFAULT 0;
UPDATE people SET account = 1 WHERE password IS NOT NULL;
CREATE INDEX people_account ON people (account, since, id);
CREATE INDEX people_role ON people (role, folded, id) WHERE role IS NOT NULL;
DROP INDEX sessions_person;
DROP INDEX sessions_until;
CREATE INDEX sessions_person ON sessions (person, seen DESC, hash);
CREATE INDEX sessions_until ON sessions (until, hash);

DROP INDEX jobs_unfinished;
CREATE INDEX jobs_state ON jobs (state, since, id);
CREATE INDEX jobs_ended ON jobs (state, updated, id);

DROP INDEX outbox_due;
DROP INDEX outbox_sending;
DROP INDEX outbox_thread;
DROP INDEX outbox_ended;
DROP INDEX outbox_person;
CREATE INDEX outbox_due ON outbox (state, due, key);
CREATE INDEX outbox_since ON outbox (state, at, key);
CREATE INDEX outbox_thread ON outbox (thread, key) WHERE thread IS NOT NULL;
CREATE INDEX outbox_ended ON outbox (ended, key) WHERE ended IS NOT NULL;
CREATE INDEX outbox_person ON outbox (person, at, key) WHERE person IS NOT NULL;
DROP INDEX links_person;
CREATE INDEX links_person ON links (person, hash);
CREATE INDEX links_until ON links (until, hash);

CREATE TABLE new_finishes (
    id {text} NOT NULL PRIMARY KEY,
    number {number},  -- given when it is rated
    game {text} NOT NULL,
    at {number} NOT NULL,
    size {number} NOT NULL,
    worth {real},  -- of those who played together
    body {bytes} NOT NULL,
    rated {number} NOT NULL
) {clustered};
INSERT INTO new_finishes (id, number, game, at, size, worth, body, rated)
SELECT id, CASE WHEN rater.value < 0 OR number <= rater.value THEN number END, game, at, size, worth, body,
    CASE WHEN rater.value < 0 OR number <= rater.value THEN 1 ELSE 0 END
FROM finishes, (SELECT coalesce(max(value), 0) AS value FROM cursors WHERE name = 'rater') AS rater;
DROP TABLE finishes;
ALTER TABLE new_finishes RENAME TO finishes;
CREATE INDEX finishes_waiting ON finishes (rated, at, id);
CREATE INDEX finishes_number ON finishes (number) WHERE number IS NOT NULL;
CREATE INDEX finishes_best ON finishes (game, size, worth DESC, at, id) WHERE worth IS NOT NULL;

CREATE TABLE new_standings (
    generation {number} NOT NULL,
    game {text} NOT NULL,
    who {text} NOT NULL,
    mu {real} NOT NULL,
    sigma {real} NOT NULL,
    games {number} NOT NULL,
    ranked {number} NOT NULL,  -- an account or a bot, and not somebody who has left
    settled {number} NOT NULL,  -- sure enough to be ranked before those who are not
    PRIMARY KEY (generation, game, who)
) {clustered};
INSERT INTO new_standings (generation, game, who, mu, sigma, games, ranked, settled)
SELECT 0, game, who, mu, sigma, games,
    CASE WHEN substr(who, 1, 4) = 'bot:' OR who IN (SELECT person FROM account_names) THEN 1 ELSE 0 END,
    CASE WHEN sigma <= 5.0 THEN 1 ELSE 0 END
FROM standings;
DROP TABLE standings;
ALTER TABLE new_standings RENAME TO standings;
CREATE INDEX standings_who ON standings (generation, who, game);
CREATE INDEX standings_ranking ON standings (generation, game, ranked, settled DESC, mu DESC, who);

CREATE TABLE new_points (
    generation {number} NOT NULL,
    who {text} NOT NULL,
    game {text} NOT NULL,
    number {number} NOT NULL,
    id {text} NOT NULL,
    at {number} NOT NULL,
    place {number} NOT NULL,
    total {number} NOT NULL,
    was {real} NOT NULL,
    mu {real} NOT NULL,
    sigma {real} NOT NULL,
    shared {number} NOT NULL,  -- somebody else came to the same place
    PRIMARY KEY (generation, who, game, number)
) {clustered};
INSERT INTO new_points (generation, who, game, number, id, at, place, total, was, mu, sigma, shared)
SELECT 0, who, game, number, id, at, place, total, was, mu, sigma, CASE WHEN EXISTS (
    SELECT 1 FROM points AS other
    WHERE other.number = points.number AND other.place = points.place AND other.who <> points.who
) THEN 1 ELSE 0 END FROM points;
DROP TABLE points;
ALTER TABLE new_points RENAME TO points;
CREATE INDEX points_table ON points (generation, id, number, who);
CREATE INDEX points_number ON points (generation, number, who);

DROP INDEX tournaments_latest;
CREATE INDEX tournaments_phase ON tournaments (phase, updated DESC, id);
CREATE INDEX tournaments_latest ON tournaments (updated DESC, id);
CREATE INDEX tournaments_organiser ON tournaments (organiser, updated DESC, id);

DROP INDEX blocks_other;
CREATE INDEX blocks_person ON blocks (person, since DESC, other);
CREATE INDEX blocks_other ON blocks (other, person);
CREATE TABLE open_reports (topic {text} NOT NULL PRIMARY KEY, id {text} NOT NULL) {clustered};
INSERT INTO open_reports (topic, id) SELECT topic, id FROM reports WHERE state = 'open';
DROP INDEX reports_topic;
DROP INDEX reports_latest;
DROP INDEX reports_who;
DROP INDEX reports_about;
CREATE INDEX reports_state ON reports (state, at DESC, id);
CREATE INDEX reports_who ON reports (who, state, at DESC, id);
CREATE INDEX reports_about ON reports (about, at DESC, id);
DROP INDEX measures_person;
DROP INDEX measures_now;
ALTER TABLE measures ADD COLUMN active {number} NOT NULL DEFAULT 0;
UPDATE measures SET active = 1 WHERE lifted IS NULL;
CREATE INDEX measures_person ON measures (person, since DESC, id);
CREATE INDEX measures_active ON measures (active, since DESC, id);
DROP INDEX audit_about;
CREATE INDEX audit_about ON audit (about, number DESC);
"""

VISITS = """
CREATE TABLE seat_visits (
    id {text} NOT NULL,
    seat {number} NOT NULL,
    visit {text} NOT NULL,
    until {number} NOT NULL,
    PRIMARY KEY (id, seat, visit)
) {clustered};
CREATE INDEX seat_visits_until ON seat_visits (until, id, seat, visit);
ALTER TABLE standings ADD COLUMN met {text} NOT NULL DEFAULT '[]';
ALTER TABLE standings ADD COLUMN recent {text} NOT NULL DEFAULT '[]';
"""

SIGNING_IN = """
ALTER TABLE people ADD COLUMN second_factor {number} NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN passkey {number} NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN device {text} NOT NULL DEFAULT '';

CREATE TABLE devices (
    hash {text} NOT NULL,
    person {text} NOT NULL,
    since {number} NOT NULL,
    until {number} NOT NULL,
    PRIMARY KEY (hash, person)
) {clustered};
CREATE INDEX devices_person ON devices (person, until DESC, hash);
CREATE INDEX devices_until ON devices (until, hash, person);

CREATE TABLE passkeys (
    id {text} NOT NULL PRIMARY KEY,
    person {text} NOT NULL,
    label {text} NOT NULL,
    place {text} NOT NULL,
    public_key {bytes} NOT NULL,
    count {number} NOT NULL,
    since {number} NOT NULL,
    used {number} NOT NULL
) {clustered};
CREATE INDEX passkeys_person ON passkeys (person, since, id);

CREATE TABLE passkey_challenges (hash {text} NOT NULL PRIMARY KEY, until {number} NOT NULL) {clustered};
CREATE INDEX passkey_challenges_until ON passkey_challenges (until, hash);
"""

TEAM_SCORES = """
CREATE TABLE team_scores (
    team {text} NOT NULL,
    id {text} NOT NULL,
    at {number} NOT NULL,
    worth {real} NOT NULL,
    score {number} NOT NULL,
    until {number} NOT NULL,
    PRIMARY KEY (team, id)
) {clustered};
CREATE INDEX team_scores_best ON team_scores (team, worth DESC, at, id);
CREATE INDEX team_scores_until ON team_scores (until, team, id);
"""

PLANNED = """
CREATE TABLE planned_lines (
    id {text} NOT NULL,
    seat {number} NOT NULL,
    person {text} NOT NULL,
    since {number} NOT NULL,
    at {number} NOT NULL,
    body {bytes} NOT NULL,
    PRIMARY KEY (id, seat)
) {clustered};
CREATE INDEX planned_lines_person ON planned_lines (person, id, seat);
"""

# What is done by one of several processes says by whom: the number of its uptime.
PROCESSES = """
ALTER TABLE uptimes ADD COLUMN place {text} NOT NULL DEFAULT '';
ALTER TABLE uptimes ADD COLUMN told {number} NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN owner {number} NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN owner {number} NOT NULL DEFAULT 0;
"""

SEARCHES = """
CREATE TABLE searches (
    id {text} NOT NULL,
    person {text} NOT NULL,
    holder {text} NOT NULL,
    until {number} NOT NULL,
    PRIMARY KEY (id, person, holder)
) {clustered};
CREATE INDEX searches_person ON searches (person, id, holder);
CREATE INDEX searches_until ON searches (until, id, person, holder);
"""

PUZZLES = """
CREATE TABLE puzzle_tries (
    person {text} NOT NULL,
    game {text} NOT NULL,
    puzzle {text} NOT NULL,
    at {number} NOT NULL,
    day {number} NOT NULL,
    choice {text} NOT NULL,
    found {number} NOT NULL,
    hinted {number} NOT NULL,
    was {real} NOT NULL,
    mu {real} NOT NULL,
    sigma {real} NOT NULL,
    puzzle_was {real} NOT NULL,
    puzzle_mu {real} NOT NULL,
    PRIMARY KEY (person, game, puzzle)
) {clustered};
CREATE INDEX puzzle_tries_person ON puzzle_tries (person, at DESC, game, puzzle);

CREATE TABLE puzzle_standings (
    who {text} NOT NULL,
    game {text} NOT NULL,
    mu {real} NOT NULL,
    sigma {real} NOT NULL,
    tries {number} NOT NULL,
    PRIMARY KEY (who, game)
) {clustered};

CREATE TABLE puzzle_streaks (
    person {text} NOT NULL PRIMARY KEY,
    day {number} NOT NULL,
    days {number} NOT NULL,
    best {number} NOT NULL
) {clustered};
"""

PUSH = """
CREATE TABLE pushes (
    key {text} NOT NULL PRIMARY KEY,
    kind {text} NOT NULL,
    person {text},
    thread {text},
    body {bytes} NOT NULL,
    at {number} NOT NULL,
    due {number} NOT NULL,
    until {number} NOT NULL,
    state {text} NOT NULL,
    tries {number} NOT NULL,
    doubts {number} NOT NULL,
    ended {number},
    owner {number} NOT NULL
) {clustered};
CREATE INDEX pushes_due ON pushes (state, due, key);
CREATE INDEX pushes_since ON pushes (state, at, key);
CREATE INDEX pushes_thread ON pushes (thread, key) WHERE thread IS NOT NULL;
CREATE INDEX pushes_ended ON pushes (ended, key) WHERE ended IS NOT NULL;
CREATE INDEX pushes_person ON pushes (person, at, key) WHERE person IS NOT NULL;

CREATE TABLE push_devices (
    id {text} NOT NULL PRIMARY KEY,
    person {text} NOT NULL REFERENCES people (id),
    session {text} NOT NULL,
    endpoint {text} NOT NULL,
    key {text} NOT NULL,
    auth {text} NOT NULL,
    since {number} NOT NULL,
    agent {text} NOT NULL,
    told {number}
) {clustered};
CREATE INDEX push_devices_person ON push_devices (person, since, id);
"""

CLUB = """
CREATE TABLE club (
    id {text} NOT NULL PRIMARY KEY,
    name {text} NOT NULL,
    short {text} NOT NULL,
    accent {text} NOT NULL,
    emblem {text} NOT NULL,
    notice {text} NOT NULL,
    signed {text} NOT NULL,
    noticed {number} NOT NULL,
    common_room {number} NOT NULL,
    changed {number} NOT NULL
) {clustered};
CREATE TABLE emblems (hash {text} NOT NULL PRIMARY KEY, kind {text} NOT NULL, body {bytes} NOT NULL) {clustered};

CREATE TABLE conversations (place {text} NOT NULL PRIMARY KEY, version {number} NOT NULL) {clustered};
CREATE TABLE remarks (
    place {text} NOT NULL,
    number {number} NOT NULL,
    version {number} NOT NULL,
    at {number} NOT NULL,
    person {text} NOT NULL,
    name {text} NOT NULL,
    text {text} NOT NULL,
    key {text} NOT NULL,
    until {number} NOT NULL,
    PRIMARY KEY (place, number)
) {clustered};
CREATE INDEX remarks_latest ON remarks (place, number DESC);
CREATE INDEX remarks_version ON remarks (place, version, number);
CREATE INDEX remarks_person ON remarks (person, place, number);
CREATE INDEX remarks_until ON remarks (until, place, number);

CREATE TABLE members (person {text} NOT NULL PRIMARY KEY, since {number} NOT NULL, games {text} NOT NULL) {clustered};
CREATE INDEX members_latest ON members (since DESC, person);

CREATE TABLE weekly_tournaments (
    id {text} NOT NULL PRIMARY KEY,
    since {number} NOT NULL,
    changed_by {text} NOT NULL,
    body {bytes} NOT NULL
) {clustered};
CREATE INDEX weekly_tournaments_all ON weekly_tournaments (since, id);
"""

# Live sockets that no process holds.
CONNECTIONS = """
CREATE TABLE connections (
    id {text} NOT NULL PRIMARY KEY,
    hash {text} NOT NULL,
    program {number} NOT NULL,
    person {text} NOT NULL,
    address {text} NOT NULL,
    language {text} NOT NULL,
    since {number} NOT NULL,
    until {number} NOT NULL
) {clustered};
CREATE INDEX connections_person ON connections (person, id);
CREATE INDEX connections_address ON connections (address, id);
CREATE INDEX connections_until ON connections (until, id);

CREATE TABLE subscriptions (
    connection {text} NOT NULL,
    topic {text} NOT NULL,
    seat {number} NOT NULL,
    person {text} NOT NULL,
    language {text} NOT NULL,
    body {bytes} NOT NULL,
    until {number} NOT NULL,
    PRIMARY KEY (connection, topic, seat)
) {clustered};
CREATE INDEX subscriptions_topic ON subscriptions (topic, connection, seat);
CREATE INDEX subscriptions_person ON subscriptions (person, connection, topic, seat);
CREATE INDEX subscriptions_until ON subscriptions (until, connection, topic, seat);
"""

# How often something was asked for, where no process lasts long enough to count it.
REQUEST_COUNTS = """
CREATE TABLE request_counts (
    kind {text} NOT NULL,
    hash {text} NOT NULL,
    until {number} NOT NULL,
    PRIMARY KEY (kind, hash)
) {clustered};
CREATE INDEX request_counts_until ON request_counts (until, kind, hash);
"""

# From version 0 to 1, from 1 to 2, …
MIGRATIONS: Sequence[str] = (
    FIRST,
    RATINGS,
    MAIL,
    TOURNAMENTS,
    RATED_TABLES,
    FRIENDS,
    TRACES,
    OFFICERS,
    MODERATION,
    VERBS,
    VISITS,
    SIGNING_IN,
    TEAM_SCORES + PLANNED,
    SEARCHES,
    "{commit_unit}",
    PROCESSES,
    PUZZLES,
    PUSH,
    CLUB,
    CONNECTIONS,
    REQUEST_COUNTS,
)

# That a house was once open is not worth protecting; what happened in it is.
WORTH_KEEPING = ("events", "cards", "people", "jobs")


def version() -> int:
    """Of the tables as this version of Parlour knows them."""
    return len(MIGRATIONS)


def steps_since(since: int, words: Mapping[str, str]) -> list[str]:
    """What leads from a version to this one, in one database's words."""
    return [step.format_map(words) for step in MIGRATIONS[since:]]
