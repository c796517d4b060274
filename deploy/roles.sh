#!/bin/sh
# The database's first start: its owner, who migrates, and the application's role, which may not.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" <<'SQL'
CREATE ROLE hanya_owner LOGIN PASSWORD :'owner';
CREATE ROLE hanya_app LOGIN PASSWORD :'app';
CREATE DATABASE hanya OWNER hanya_owner;
SQL
