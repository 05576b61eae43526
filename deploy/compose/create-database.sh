#!/bin/sh
# Run once by the database's container, when its folder is empty: a user without rights over the server, and its database.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" -v password="$DATABASE_PASSWORD" <<END
CREATE ROLE gipfel LOGIN PASSWORD :'password';
CREATE DATABASE gipfel OWNER gipfel ENCODING 'UTF8' TEMPLATE template0;
END
