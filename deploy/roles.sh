#!/bin/sh
# The database and its roles: the owner, who migrates, the application, which may not, and, where
# AUDIT_PASSWORD is set, the role that alone notes what a nightly walk found. A second run sets the
# passwords anew and changes nothing else.
set -eu
psql --set=ON_ERROR_STOP=1 --quiet --username=postgres \
  --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" --set=audit="${AUDIT_PASSWORD:-}" <<'SQL'
SELECT 'DO $$ BEGIN RAISE EXCEPTION ''Hanya needs PostgreSQL 18 or newer.''; END $$'
  WHERE current_setting('server_version_num')::integer < 180000 \gexec
SELECT format('CREATE ROLE %I LOGIN', name)
  FROM unnest(ARRAY['hanya_owner', 'hanya_app'] || CASE WHEN :'audit' = '' THEN '{}'
              ELSE ARRAY['hanya_auditor'] END) AS name
  WHERE name NOT IN (SELECT rolname FROM pg_roles) \gexec
ALTER ROLE hanya_owner PASSWORD :'owner';
ALTER ROLE hanya_app PASSWORD :'app';
SELECT format('ALTER ROLE hanya_auditor PASSWORD %L', :'audit') WHERE :'audit' <> '' \gexec
SELECT 'CREATE DATABASE hanya OWNER hanya_owner ENCODING ''UTF8'' TEMPLATE template0'
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'hanya') \gexec
SQL
