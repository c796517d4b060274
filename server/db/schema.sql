-- The database as all migrations leave it. Written by npm run generate -- tables; to read, not to run.

CREATE TABLE activities (
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  at timestamp with time zone NOT NULL,
  audit_id bigint NOT NULL,
  CONSTRAINT activities_pkey PRIMARY KEY (organisation, zone, demo, at, audit_id)
);

CREATE TABLE alarms (
  name text NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  words text NOT NULL,
  CONSTRAINT alarms_pkey PRIMARY KEY (name),
  CONSTRAINT alarms_words_check CHECK ((words <> ''::text))
);

CREATE TABLE attempts (
  key bytea NOT NULL,
  began_at timestamp with time zone NOT NULL,
  count integer NOT NULL,
  CONSTRAINT attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX attempts_began_at ON public.attempts USING btree (began_at);

CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  record_type text NOT NULL,
  record_id text NOT NULL,
  number integer NOT NULL,
  event text NOT NULL,
  actor_id text,
  actor_role text NOT NULL,
  address text NOT NULL,
  at timestamp with time zone NOT NULL,
  before jsonb,
  after jsonb,
  salt text NOT NULL,
  digest text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  xid xid8 DEFAULT transaction_number() NOT NULL,
  CONSTRAINT audit_pkey PRIMARY KEY (id),
  CONSTRAINT audit_record_type_record_id_number_key UNIQUE (record_type, record_id, number),
  CONSTRAINT audit_number_check CHECK ((number >= 1))
);
CREATE INDEX audit_handled ON public.audit USING btree (actor_id, record_id, at) WHERE (event = ANY (ARRAY['payment.started'::text, 'booking.checked'::text]));
CREATE UNIQUE INDEX audit_order ON public.audit USING btree (xid, id);
CREATE TRIGGER audit_row_follows BEFORE INSERT ON public.audit FOR EACH ROW EXECUTE FUNCTION audit_row_follows();
CREATE TRIGGER note_activity AFTER INSERT ON public.audit FOR EACH ROW WHEN ((new.event = ANY (ARRAY['booking.made'::text, 'booking.paid'::text, 'booking.cleared'::text, 'booking.withdrawn'::text, 'collision.recorded'::text, 'user.registered'::text, 'user.added'::text, 'user.changed'::text, 'bookings.exported'::text, 'collisions.exported'::text]))) EXECUTE FUNCTION note_activity();

CREATE TABLE audit_seals (
  number bigint NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  xid xid8 NOT NULL,
  row_ids bigint[] NOT NULL,
  digest text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT audit_seals_pkey PRIMARY KEY (number),
  CONSTRAINT audit_seals_number_check CHECK ((number >= 1)),
  CONSTRAINT audit_seals_row_ids_check CHECK ((cardinality(row_ids) >= 1))
);
CREATE INDEX audit_seals_day ON public.audit_seals USING btree (sealed_at DESC);

CREATE TABLE bill_checks (
  booking_id text NOT NULL,
  gateway text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  since timestamp with time zone NOT NULL,
  next_check_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone,
  CONSTRAINT bill_checks_pkey PRIMARY KEY (booking_id)
);
CREATE INDEX bill_checks_due ON public.bill_checks USING btree (gateway, next_check_at);
CREATE INDEX bill_checks_of_organisation ON public.bill_checks USING btree (organisation, next_check_at);

CREATE TABLE booking_offences (
  booking_id text NOT NULL,
  line integer NOT NULL,
  offence_id text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  penalty text NOT NULL,
  amount_kobo bigint NOT NULL,
  mdas_id integer,
  organisation text DEFAULT ''::text NOT NULL,
  zone text DEFAULT ''::text NOT NULL,
  demo boolean DEFAULT false NOT NULL,
  booked_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT booking_offences_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT booking_offences_pkey PRIMARY KEY (booking_id, line),
  CONSTRAINT booking_offences_amount_kobo_check CHECK ((amount_kobo >= 0)),
  CONSTRAINT booking_offences_line_check CHECK ((line >= 1))
);
CREATE TRIGGER booking_offence_is_fixed BEFORE INSERT OR DELETE OR UPDATE ON public.booking_offences FOR EACH ROW EXECUTE FUNCTION booking_offence_is_fixed();
CREATE TRIGGER index_booking_offences AFTER INSERT OR DELETE OR UPDATE OF offence_id ON public.booking_offences FOR EACH ROW EXECUTE FUNCTION index_booking_offences();
CREATE TRIGGER note_offence_changed BEFORE UPDATE OF offence_id, amount_kobo ON public.booking_offences FOR EACH ROW WHEN (((old.offence_id IS DISTINCT FROM new.offence_id) OR (old.amount_kobo IS DISTINCT FROM new.amount_kobo))) EXECUTE FUNCTION note_offence_change();
CREATE TRIGGER note_offence_removed BEFORE DELETE ON public.booking_offences FOR EACH ROW EXECUTE FUNCTION note_offence_change();
CREATE TRIGGER note_offences AFTER INSERT ON public.booking_offences REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_offences();
CREATE TRIGGER place_offence BEFORE INSERT ON public.booking_offences FOR EACH ROW EXECUTE FUNCTION place_offence();

CREATE TABLE booking_search (
  booking_id text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  list text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  vehicle_type text NOT NULL,
  price_kobo bigint NOT NULL,
  offences text[] NOT NULL,
  text text NOT NULL,
  CONSTRAINT booking_search_pkey PRIMARY KEY (booking_id)
);
CREATE INDEX booking_search_keys ON public.booking_search USING gin ((ARRAY[organisation]), (ARRAY[zone]), days_and_months(created_at), (ARRAY[created_by]), (ARRAY[vehicle_type]), (ARRAY[amount_step(price_kobo)]), offences, text gin_trgm_ops) WITH (gin_pending_list_limit='1024');
CREATE INDEX booking_search_officer ON public.booking_search USING btree (created_by, created_at DESC, booking_id DESC) INCLUDE (organisation, zone, demo, price_kobo);
CREATE TRIGGER keep_waiting AFTER INSERT OR DELETE OR UPDATE ON public.booking_search FOR EACH ROW EXECUTE FUNCTION keep_waiting();

CREATE TABLE bookings (
  id text NOT NULL,
  reference text GENERATED ALWAYS AS (substr(id, 11)) STORED NOT NULL,
  body_hash text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by text NOT NULL,
  license text NOT NULL,
  name text NOT NULL,
  phone_no text NOT NULL,
  dob date,
  email text NOT NULL,
  phone_two text NOT NULL,
  height text NOT NULL,
  gender text NOT NULL,
  address text NOT NULL,
  registration text NOT NULL,
  color text NOT NULL,
  make text NOT NULL,
  model text NOT NULL,
  vehicle_type text NOT NULL,
  vehicle_body text NOT NULL,
  fuel_type text NOT NULL,
  origin text NOT NULL,
  vehicle_year text NOT NULL,
  capacity text NOT NULL,
  vin text NOT NULL,
  pin text NOT NULL,
  team text NOT NULL,
  location text NOT NULL,
  notes text NOT NULL,
  eo_code text NOT NULL,
  beat_code text NOT NULL,
  confiscations text[] NOT NULL,
  position_lat double precision,
  position_lng double precision,
  position_accuracy double precision,
  price_kobo bigint NOT NULL,
  bill_ref text,
  bill_asked_at timestamp with time zone,
  bill_problem text,
  paid boolean DEFAULT false NOT NULL,
  completed boolean DEFAULT false NOT NULL,
  completed_at timestamp with time zone,
  completed_by text,
  ticket_code text DEFAULT new_ticket_code() NOT NULL,
  bill_gateway text,
  bill_page text,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  withdrawn_reason text,
  erased_at timestamp with time zone,
  made_at timestamp with time zone,
  told_kobo bigint,
  arrival_kobo bigint,
  brought_in_by text,
  CONSTRAINT booking_paid_holds TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT bookings_brought_in_by_fkey FOREIGN KEY (brought_in_by) REFERENCES users(id),
  CONSTRAINT bookings_completed_by_fkey FOREIGN KEY (completed_by) REFERENCES users(id),
  CONSTRAINT bookings_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT bookings_pkey PRIMARY KEY (id),
  CONSTRAINT bookings_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id),
  CONSTRAINT index_booking TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT arrival_price CHECK ((arrival_kobo >= 0)),
  CONSTRAINT bill_stands_somewhere CHECK (((bill_ref IS NULL) = (bill_gateway IS NULL))),
  CONSTRAINT bookings_address_check CHECK ((address <> ''::text)),
  CONSTRAINT bookings_id_check CHECK ((id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'::text)),
  CONSTRAINT bookings_name_check CHECK ((name <> ''::text)),
  CONSTRAINT bookings_organisation_check CHECK ((organisation = ANY (ARRAY['Kaduna'::text, 'Ogun'::text, 'Lagos FRSC'::text, 'Abuja FRSC'::text]))),
  CONSTRAINT bookings_phone_no_check CHECK ((phone_no <> ''::text)),
  CONSTRAINT bookings_position_accuracy_check CHECK ((position_accuracy >= (0)::double precision)),
  CONSTRAINT bookings_position_lat_check CHECK (((position_lat >= ('-90'::integer)::double precision) AND (position_lat <= (90)::double precision))),
  CONSTRAINT bookings_position_lng_check CHECK (((position_lng >= ('-180'::integer)::double precision) AND (position_lng <= (180)::double precision))),
  CONSTRAINT bookings_price_kobo_check CHECK ((price_kobo >= 0)),
  CONSTRAINT bookings_ticket_code_check CHECK ((ticket_code ~ '^[0-9A-HJKMNP-TV-Z]{18}$'::text)),
  CONSTRAINT brought_in_by_another CHECK ((brought_in_by <> created_by)),
  CONSTRAINT brought_in_with_its_time CHECK (((brought_in_by IS NULL) OR (made_at IS NOT NULL))),
  CONSTRAINT completed_by_somebody CHECK ((completed = ((completed_at IS NOT NULL) AND (completed_by IS NOT NULL)))),
  CONSTRAINT completed_only_when_paid CHECK ((paid OR (NOT completed))),
  CONSTRAINT license_or_registration CHECK (((license <> ''::text) OR (registration <> ''::text))),
  CONSTRAINT made_before_arrival CHECK ((made_at <= created_at)),
  CONSTRAINT position_whole CHECK ((num_nulls(position_lat, position_lng, position_accuracy) = ANY (ARRAY[0, 3]))),
  CONSTRAINT told_price CHECK ((told_kobo >= 0)),
  CONSTRAINT withdrawn_by_another CHECK ((withdrawn_by <> created_by)),
  CONSTRAINT withdrawn_is_never_paid CHECK (((withdrawn_at IS NULL) OR (NOT paid))),
  CONSTRAINT withdrawn_whole CHECK ((num_nulls(withdrawn_at, withdrawn_by, withdrawn_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT withdrawn_with_reason CHECK ((btrim(withdrawn_reason) <> ''::text))
);
CREATE UNIQUE INDEX bookings_bill_ref ON public.bookings USING btree (bill_ref) WHERE (bill_ref IS NOT NULL);
CREATE INDEX bookings_by_license ON public.bookings USING btree (spelling_key(license), organisation, created_at DESC) WHERE (license <> ''::text);
CREATE INDEX bookings_by_plate ON public.bookings USING btree (spelling_key(registration), organisation, created_at DESC) WHERE (registration <> ''::text);
CREATE INDEX bookings_cheaper_in ON public.bookings USING btree (organisation, created_at) INCLUDE (zone, demo, created_by) WHERE (arrival_kobo > price_kobo);
CREATE INDEX bookings_cleared_in ON public.bookings USING btree (organisation, completed_at DESC, id DESC) INCLUDE (zone, demo) WHERE completed;
CREATE INDEX bookings_completed ON public.bookings USING btree (organisation, created_at DESC, id DESC) INCLUDE (price_kobo, zone, demo) WHERE completed;
CREATE INDEX bookings_late_in ON public.bookings USING btree (organisation, created_at) INCLUDE (zone, demo, created_by, id, arrival_kobo, price_kobo) WHERE ((created_at - made_at) > '00:15:00'::interval);
CREATE INDEX bookings_organisation ON public.bookings USING btree (organisation, created_at DESC, id DESC);
CREATE INDEX bookings_paid ON public.bookings USING btree (organisation, created_at DESC, id DESC) INCLUDE (price_kobo, zone, demo) WHERE (paid AND (NOT completed));
CREATE INDEX bookings_phone_in ON public.bookings USING btree (phone_key(phone_no), organisation, created_at DESC);
CREATE INDEX bookings_phone_two_in ON public.bookings USING btree (phone_key(phone_two), organisation, created_at DESC) WHERE (phone_two <> ''::text);
CREATE UNIQUE INDEX bookings_reference ON public.bookings USING btree (reference);
CREATE UNIQUE INDEX bookings_ticket_code ON public.bookings USING btree (ticket_code);
CREATE INDEX bookings_unpaid ON public.bookings USING btree (organisation, created_at DESC, id DESC) WHERE ((NOT paid) AND (withdrawn_at IS NULL));
CREATE INDEX bookings_unpaid_in_zone ON public.bookings USING btree (organisation, zone, created_at DESC, id DESC) WHERE ((NOT paid) AND (withdrawn_at IS NULL));
CREATE INDEX bookings_withdrawn ON public.bookings USING btree (withdrawn_at DESC, id DESC) WHERE (withdrawn_at IS NOT NULL);
CREATE INDEX bookings_withdrawn_in ON public.bookings USING btree (organisation, created_at DESC, id DESC) WHERE (withdrawn_at IS NOT NULL);
CREATE INDEX bookings_withdrawn_in_zone ON public.bookings USING btree (organisation, zone, created_at DESC, id DESC) WHERE (withdrawn_at IS NOT NULL);
CREATE INDEX bookings_without_bill_in ON public.bookings USING btree (organisation, created_at) WHERE ((bill_ref IS NULL) AND (withdrawn_at IS NULL) AND (NOT paid) AND (price_kobo > 0));
CREATE INDEX bookings_zone ON public.bookings USING btree (organisation, zone, created_at DESC, id DESC) INCLUDE (price_kobo, demo, paid, completed);
CREATE STATISTICS public.bookings_license_spelt ON spelling_key(license) FROM bookings;
CREATE STATISTICS public.bookings_phone_two_spelt ON phone_key(phone_two) FROM bookings;
CREATE STATISTICS public.bookings_plate_spelt ON spelling_key(registration) FROM bookings;
CREATE TRIGGER announce_booking AFTER INSERT OR UPDATE ON public.bookings FOR EACH ROW EXECUTE FUNCTION announce_booking();
CREATE TRIGGER booking_money_is_fixed BEFORE UPDATE OF paid, completed, price_kobo, bill_ref ON public.bookings FOR EACH ROW EXECUTE FUNCTION booking_money_is_fixed();
CREATE CONSTRAINT TRIGGER booking_paid_holds AFTER INSERT OR UPDATE OF paid, completed, price_kobo ON public.bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.paid) EXECUTE FUNCTION booking_paid_holds();
CREATE TRIGGER booking_withdrawal_stands BEFORE UPDATE OF withdrawn_at, withdrawn_by, withdrawn_reason ON public.bookings FOR EACH ROW EXECUTE FUNCTION booking_withdrawal_stands();
CREATE CONSTRAINT TRIGGER index_booking AFTER INSERT OR UPDATE ON public.bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION index_booking();
CREATE TRIGGER note_booking_made AFTER INSERT OR DELETE ON public.bookings FOR EACH ROW EXECUTE FUNCTION note_list_change();
CREATE TRIGGER note_booking_moved AFTER UPDATE ON public.bookings FOR EACH ROW WHEN (((((((((old.paid IS DISTINCT FROM new.paid) OR (old.completed IS DISTINCT FROM new.completed)) OR ((old.withdrawn_at IS NULL) IS DISTINCT FROM (new.withdrawn_at IS NULL))) OR (old.organisation IS DISTINCT FROM new.organisation)) OR (old.zone IS DISTINCT FROM new.zone)) OR (old.demo IS DISTINCT FROM new.demo)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.price_kobo IS DISTINCT FROM new.price_kobo))) EXECUTE FUNCTION note_list_change();
CREATE TRIGGER note_offences_of_booking AFTER UPDATE ON public.bookings FOR EACH ROW WHEN (((((((old.paid OR (old.withdrawn_at IS NOT NULL)) IS DISTINCT FROM (new.paid OR (new.withdrawn_at IS NOT NULL))) OR (old.organisation IS DISTINCT FROM new.organisation)) OR (old.zone IS DISTINCT FROM new.zone)) OR (old.demo IS DISTINCT FROM new.demo)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION note_offences_of_booking();
CREATE TRIGGER replace_activities AFTER UPDATE OF organisation, zone, demo ON public.bookings FOR EACH ROW WHEN ((((old.organisation IS DISTINCT FROM new.organisation) OR (old.zone IS DISTINCT FROM new.zone)) OR (old.demo IS DISTINCT FROM new.demo))) EXECUTE FUNCTION replace_activities('booking');
CREATE TRIGGER replace_bill_check AFTER UPDATE OF organisation, zone, demo ON public.bookings FOR EACH ROW WHEN ((((old.organisation IS DISTINCT FROM new.organisation) OR (old.zone IS DISTINCT FROM new.zone)) OR (old.demo IS DISTINCT FROM new.demo))) EXECUTE FUNCTION replace_bill_check();
CREATE TRIGGER replace_offences AFTER UPDATE OF organisation, zone, demo, created_at ON public.bookings FOR EACH ROW EXECUTE FUNCTION replace_offences();
CREATE TRIGGER replace_payment AFTER UPDATE ON public.bookings FOR EACH ROW WHEN ((((old.organisation IS DISTINCT FROM new.organisation) OR (old.zone IS DISTINCT FROM new.zone)) OR (old.demo IS DISTINCT FROM new.demo))) EXECUTE FUNCTION replace_payment();
CREATE TRIGGER watch_bill AFTER INSERT ON public.bookings FOR EACH ROW WHEN (((new.bill_ref IS NOT NULL) AND (NOT new.paid))) EXECUTE FUNCTION watch_bill();
CREATE TRIGGER watch_changed_bill AFTER UPDATE OF bill_ref, paid, withdrawn_at ON public.bookings FOR EACH ROW WHEN (((new.bill_ref IS NOT NULL) AND (((old.bill_ref IS DISTINCT FROM new.bill_ref) OR (old.paid IS DISTINCT FROM new.paid)) OR (old.withdrawn_at IS DISTINCT FROM new.withdrawn_at)))) EXECUTE FUNCTION watch_bill();

CREATE TABLE collision_files (
  collision_id text NOT NULL,
  line integer NOT NULL,
  file_id text NOT NULL,
  CONSTRAINT collision_files_collision_id_fkey FOREIGN KEY (collision_id) REFERENCES collisions(id),
  CONSTRAINT collision_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT collision_files_pkey PRIMARY KEY (collision_id, line),
  CONSTRAINT collision_files_line_check CHECK ((line >= 1))
);

CREATE TABLE collision_officers (
  collision_id text NOT NULL,
  line integer NOT NULL,
  perpetrator text NOT NULL,
  statement text NOT NULL,
  description text NOT NULL,
  CONSTRAINT collision_officers_collision_id_fkey FOREIGN KEY (collision_id) REFERENCES collisions(id),
  CONSTRAINT collision_officers_pkey PRIMARY KEY (collision_id, line),
  CONSTRAINT collision_officers_line_check CHECK ((line >= 1))
);

CREATE TABLE collision_vehicles (
  collision_id text NOT NULL,
  line integer NOT NULL,
  plate text NOT NULL,
  make text NOT NULL,
  model text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  driver_file text,
  vehicle_file text,
  CONSTRAINT collision_vehicles_collision_id_fkey FOREIGN KEY (collision_id) REFERENCES collisions(id),
  CONSTRAINT collision_vehicles_driver_file_fkey FOREIGN KEY (driver_file) REFERENCES files(id),
  CONSTRAINT collision_vehicles_pkey PRIMARY KEY (collision_id, line),
  CONSTRAINT collision_vehicles_vehicle_file_fkey FOREIGN KEY (vehicle_file) REFERENCES files(id),
  CONSTRAINT index_collision_vehicle TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT collision_vehicles_line_check CHECK ((line >= 1))
);
CREATE INDEX collision_vehicle_phone ON public.collision_vehicles USING btree (phone_key(phone)) WHERE (phone <> ''::text);
CREATE INDEX vehicles_by_plate ON public.collision_vehicles USING btree (spelling_key(plate)) WHERE (plate <> ''::text);
CREATE STATISTICS public.vehicles_phone_spelt ON phone_key(phone) FROM collision_vehicles;
CREATE STATISTICS public.vehicles_plate_spelt ON spelling_key(plate) FROM collision_vehicles;
CREATE CONSTRAINT TRIGGER index_collision_vehicle AFTER INSERT OR DELETE OR UPDATE OF plate, name, phone ON public.collision_vehicles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION index_collision();
CREATE TRIGGER vehicle_picture_stands BEFORE UPDATE ON public.collision_vehicles FOR EACH ROW EXECUTE FUNCTION vehicle_picture_stands();

CREATE TABLE collision_witnesses (
  collision_id text NOT NULL,
  line integer NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  statement text NOT NULL,
  CONSTRAINT collision_witnesses_collision_id_fkey FOREIGN KEY (collision_id) REFERENCES collisions(id),
  CONSTRAINT collision_witnesses_pkey PRIMARY KEY (collision_id, line),
  CONSTRAINT collision_witnesses_line_check CHECK ((line >= 1))
);

CREATE TABLE collisions (
  id text NOT NULL,
  body_hash text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by text NOT NULL,
  team text NOT NULL,
  location text NOT NULL,
  description text NOT NULL,
  cars integer NOT NULL,
  injuries integer NOT NULL,
  fatalities integer NOT NULL,
  notes text NOT NULL,
  position_lat double precision,
  position_lng double precision,
  position_accuracy double precision,
  search_text text DEFAULT ''::text NOT NULL,
  made_at timestamp with time zone,
  brought_in_by text,
  CONSTRAINT collisions_brought_in_by_fkey FOREIGN KEY (brought_in_by) REFERENCES users(id),
  CONSTRAINT collisions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT collisions_pkey PRIMARY KEY (id),
  CONSTRAINT index_collision TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT brought_in_by_another CHECK ((brought_in_by <> created_by)),
  CONSTRAINT brought_in_with_its_time CHECK (((brought_in_by IS NULL) OR (made_at IS NOT NULL))),
  CONSTRAINT collision_position_whole CHECK ((num_nulls(position_lat, position_lng, position_accuracy) = ANY (ARRAY[0, 3]))),
  CONSTRAINT collisions_cars_check CHECK ((cars >= 0)),
  CONSTRAINT collisions_fatalities_check CHECK ((fatalities >= 0)),
  CONSTRAINT collisions_id_check CHECK ((id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'::text)),
  CONSTRAINT collisions_injuries_check CHECK ((injuries >= 0)),
  CONSTRAINT collisions_organisation_check CHECK ((organisation = ANY (ARRAY['Kaduna'::text, 'Ogun'::text, 'Lagos FRSC'::text, 'Abuja FRSC'::text]))),
  CONSTRAINT collisions_position_accuracy_check CHECK ((position_accuracy >= (0)::double precision)),
  CONSTRAINT collisions_position_lat_check CHECK (((position_lat >= ('-90'::integer)::double precision) AND (position_lat <= (90)::double precision))),
  CONSTRAINT collisions_position_lng_check CHECK (((position_lng >= ('-180'::integer)::double precision) AND (position_lng <= (180)::double precision))),
  CONSTRAINT made_before_arrival CHECK ((made_at <= created_at))
);
CREATE INDEX collisions_late_in ON public.collisions USING btree (organisation, created_at) INCLUDE (zone, demo, created_by, id) WHERE ((created_at - made_at) > '00:15:00'::interval);
CREATE INDEX collisions_newest ON public.collisions USING btree (organisation, created_at DESC, id DESC);
CREATE INDEX collisions_search_keys ON public.collisions USING gin ((ARRAY[organisation]), (ARRAY[zone]), search_text gin_trgm_ops) WITH (gin_pending_list_limit='1024');
CREATE INDEX collisions_zone ON public.collisions USING btree (organisation, zone, created_at DESC, id DESC);
CREATE TRIGGER announce_collision AFTER INSERT ON public.collisions FOR EACH ROW EXECUTE FUNCTION announce_collision();
CREATE CONSTRAINT TRIGGER index_collision AFTER INSERT OR UPDATE OF location ON public.collisions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION index_collision();
CREATE TRIGGER note_collision AFTER INSERT OR DELETE OR UPDATE OF organisation, zone, demo, created_at ON public.collisions FOR EACH ROW EXECUTE FUNCTION note_collision();
CREATE TRIGGER replace_activities AFTER UPDATE OF organisation, zone, demo ON public.collisions FOR EACH ROW WHEN ((((old.organisation IS DISTINCT FROM new.organisation) OR (old.zone IS DISTINCT FROM new.zone)) OR (old.demo IS DISTINCT FROM new.demo))) EXECUTE FUNCTION replace_activities('collision');

CREATE TABLE coming_files (
  id text NOT NULL,
  collision_id text NOT NULL,
  field text NOT NULL,
  kind text NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  line integer,
  vehicle_line integer,
  shows text,
  file_id text,
  given_up_at timestamp with time zone,
  given_up_reason text,
  content_type text,
  taken jsonb,
  unreadable_at timestamp with time zone,
  CONSTRAINT coming_files_collision_id_fkey FOREIGN KEY (collision_id) REFERENCES collisions(id),
  CONSTRAINT coming_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT coming_files_pkey PRIMARY KEY (id),
  CONSTRAINT coming_files_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT coming_files_given_up_reason_check CHECK ((btrim(given_up_reason) <> ''::text)),
  CONSTRAINT coming_files_id_check CHECK ((id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'::text)),
  CONSTRAINT coming_files_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'video'::text]))),
  CONSTRAINT coming_files_line_check CHECK ((line >= 1)),
  CONSTRAINT coming_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT coming_files_shows_check CHECK ((shows = ANY (ARRAY['driver'::text, 'vehicle'::text]))),
  CONSTRAINT coming_files_vehicle_line_check CHECK ((vehicle_line >= 1)),
  CONSTRAINT given_up_whole CHECK (((given_up_at IS NULL) = (given_up_reason IS NULL))),
  CONSTRAINT of_scene_or_vehicle CHECK ((((line IS NULL) = (vehicle_line IS NOT NULL)) AND ((vehicle_line IS NULL) = (shows IS NULL)))),
  CONSTRAINT received_or_given_up CHECK (((file_id IS NULL) OR (given_up_at IS NULL)))
);
CREATE INDEX coming_files_of_a_collision ON public.coming_files USING btree (collision_id);
CREATE INDEX coming_files_still_to_come ON public.coming_files USING btree (collision_id) WHERE ((file_id IS NULL) AND (given_up_at IS NULL));
CREATE TRIGGER coming_file_comes_once BEFORE UPDATE ON public.coming_files FOR EACH ROW EXECUTE FUNCTION coming_file_comes_once();

CREATE TABLE counter_watermark (
  id boolean DEFAULT true NOT NULL,
  xid xid8 NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT counter_watermark_pkey PRIMARY KEY (id),
  CONSTRAINT counter_watermark_id_check CHECK (id)
);

CREATE TABLE counters (
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  day date NOT NULL,
  bookings bigint DEFAULT 0 NOT NULL,
  revenue_kobo bigint DEFAULT 0 NOT NULL,
  CONSTRAINT counters_pkey PRIMARY KEY (organisation, zone, demo, day)
);

CREATE TABLE devices (
  id text NOT NULL,
  user_id text NOT NULL,
  public_key text NOT NULL,
  session_id text,
  agent text DEFAULT ''::text NOT NULL,
  certificate text NOT NULL,
  state text,
  certified_at timestamp with time zone DEFAULT now() NOT NULL,
  valid_until timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  revoked_at timestamp with time zone,
  revoked_by text,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id),
  CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT devices_id_check CHECK ((id ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text)),
  CONSTRAINT devices_public_key_check CHECK ((public_key ~ '^B[A-Za-z0-9_-]{86}$'::text)),
  CONSTRAINT revoked_whole CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)))
);
CREATE INDEX devices_changed ON public.devices USING btree (changed_at);
CREATE INDEX devices_of_a_user ON public.devices USING btree (user_id);
CREATE TRIGGER device_stays_revoked BEFORE UPDATE ON public.devices FOR EACH ROW EXECUTE FUNCTION device_stays_revoked();

CREATE TABLE erasure_marks (
  list text NOT NULL,
  up_to timestamp with time zone NOT NULL,
  CONSTRAINT erasure_marks_pkey PRIMARY KEY (list)
);

CREATE TABLE fee_proposals (
  id text NOT NULL,
  organisation text NOT NULL,
  offence_id text NOT NULL,
  from_day date NOT NULL,
  amount_kobo bigint NOT NULL,
  reason text NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamp with time zone DEFAULT now() NOT NULL,
  outcome text,
  decided_by text,
  decided_at timestamp with time zone,
  refusal text,
  demo boolean DEFAULT false NOT NULL,
  CONSTRAINT fee_proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT fee_proposals_pkey PRIMARY KEY (id),
  CONSTRAINT fee_proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  CONSTRAINT decided_by_another CHECK (((outcome IS NULL) OR ((outcome = 'taken back'::text) = (decided_by = proposed_by)))),
  CONSTRAINT decided_whole CHECK ((num_nulls(outcome, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT fee_proposals_amount_kobo_check CHECK (((amount_kobo >= 0) AND ((amount_kobo % (100)::bigint) = 0))),
  CONSTRAINT fee_proposals_id_check CHECK ((id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'::text)),
  CONSTRAINT fee_proposals_offence_id_check CHECK ((offence_id ~ '^[A-Z]{3}-\d{2}$'::text)),
  CONSTRAINT fee_proposals_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'refused'::text, 'taken back'::text]))),
  CONSTRAINT fee_proposals_reason_check CHECK ((btrim(reason) <> ''::text)),
  CONSTRAINT fee_proposals_refusal_check CHECK ((btrim(refusal) <> ''::text)),
  CONSTRAINT refused_for_a_reason CHECK (((NOT (outcome IS DISTINCT FROM 'refused'::text)) = (refusal IS NOT NULL)))
);
CREATE INDEX fee_proposals_offence ON public.fee_proposals USING btree (organisation, demo, offence_id, proposed_at DESC);
CREATE UNIQUE INDEX fee_proposals_waiting ON public.fee_proposals USING btree (organisation, demo, offence_id, from_day) WHERE (outcome IS NULL);
CREATE TRIGGER fee_proposal_is_decided_once BEFORE INSERT OR UPDATE ON public.fee_proposals FOR EACH ROW EXECUTE FUNCTION fee_proposal_is_decided_once();
CREATE TRIGGER fee_proposal_is_of_its_maker BEFORE INSERT ON public.fee_proposals FOR EACH ROW EXECUTE FUNCTION fee_proposal_is_of_its_maker();
CREATE TRIGGER set_confirmed_fee AFTER UPDATE ON public.fee_proposals FOR EACH ROW WHEN ((new.outcome = 'confirmed'::text)) EXECUTE FUNCTION set_confirmed_fee();

CREATE TABLE files (
  id text NOT NULL,
  kind text NOT NULL,
  content_type text NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by text,
  demo boolean DEFAULT false NOT NULL,
  CONSTRAINT files_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT files_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'video'::text, 'original'::text])))
);
CREATE INDEX files_of_sender ON public.files USING btree (created_by, created_at);

CREATE TABLE former_accounts (
  user_id text NOT NULL,
  until timestamp with time zone NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  role text NOT NULL,
  CONSTRAINT former_accounts_pkey PRIMARY KEY (user_id, until),
  CONSTRAINT former_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE installation (
  id boolean DEFAULT true NOT NULL,
  epoch text NOT NULL,
  CONSTRAINT installation_pkey PRIMARY KEY (id),
  CONSTRAINT installation_id_check CHECK (id)
);

CREATE TABLE late_records (
  id text NOT NULL,
  kind text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  officer text NOT NULL,
  label text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  asked_at timestamp with time zone DEFAULT now() NOT NULL,
  let_in boolean,
  decided_by text,
  decided_at timestamp with time zone,
  reason text,
  body_hash text,
  price_kobo bigint,
  arrival_kobo bigint,
  offences text[],
  CONSTRAINT late_records_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT late_records_officer_fkey FOREIGN KEY (officer) REFERENCES users(id),
  CONSTRAINT late_records_pkey PRIMARY KEY (id),
  CONSTRAINT asked_after_it_was_made CHECK ((made_at <= asked_at)),
  CONSTRAINT decided_by_another CHECK ((decided_by <> officer)),
  CONSTRAINT decided_whole CHECK ((num_nulls(let_in, decided_by, decided_at, reason) = ANY (ARRAY[0, 4]))),
  CONSTRAINT late_records_arrival_kobo_check CHECK ((arrival_kobo >= 0)),
  CONSTRAINT late_records_id_check CHECK ((id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'::text)),
  CONSTRAINT late_records_kind_check CHECK ((kind = ANY (ARRAY['booking'::text, 'collision'::text]))),
  CONSTRAINT late_records_price_kobo_check CHECK ((price_kobo >= 0)),
  CONSTRAINT late_records_reason_check CHECK ((btrim(reason) <> ''::text))
);
CREATE INDEX late_records_in ON public.late_records USING btree (organisation, asked_at DESC, id DESC) INCLUDE (zone, demo);
CREATE INDEX late_records_in_zone ON public.late_records USING btree (organisation, zone, asked_at DESC, id DESC) INCLUDE (demo);
CREATE INDEX late_records_of_an_officer ON public.late_records USING btree (officer, asked_at DESC);
CREATE INDEX late_records_waiting_in ON public.late_records USING btree (organisation, asked_at DESC, id DESC) INCLUDE (zone, demo) WHERE (let_in IS NULL);

CREATE TABLE list_changes (
  xid xid8 DEFAULT transaction_number() NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  list text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  made_on date NOT NULL,
  records integer NOT NULL,
  kobo bigint NOT NULL,
  officer_id text,
  CONSTRAINT list_changes_pkey PRIMARY KEY (xid, seq)
);
CREATE INDEX list_changes_age ON public.list_changes USING btree (at);

CREATE TABLE list_counters (
  list text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  span text NOT NULL,
  starts date NOT NULL,
  records bigint NOT NULL,
  kobo bigint NOT NULL,
  CONSTRAINT list_counters_pkey PRIMARY KEY (list, organisation, zone, demo, span, starts),
  CONSTRAINT list_counters_list_check CHECK ((list = ANY (ARRAY['unpaid'::text, 'paid'::text, 'completed'::text, 'withdrawn'::text, 'collisions'::text]))),
  CONSTRAINT list_counters_span_check CHECK ((span = ANY (ARRAY['day'::text, 'month'::text, 'all'::text])))
);

CREATE TABLE list_watermark (
  id boolean DEFAULT true NOT NULL,
  xid xid8 NOT NULL,
  CONSTRAINT list_watermark_pkey PRIMARY KEY (id),
  CONSTRAINT list_watermark_id_check CHECK (id)
);

CREATE TABLE lookups (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  user_id text NOT NULL,
  kind text NOT NULL,
  record_id text,
  digest bytea,
  rows integer NOT NULL,
  CONSTRAINT lookups_pkey PRIMARY KEY (id),
  CONSTRAINT lookups_kind_check CHECK ((kind = ANY (ARRAY['booking'::text, 'collision'::text, 'originals'::text, 'history'::text, 'paper'::text, 'dossier'::text, 'known'::text, 'plates'::text, 'bookings'::text, 'collisions'::text, 'export'::text]))) NOT VALID,
  CONSTRAINT lookups_rows_check CHECK ((rows >= 0))
);
CREATE INDEX lookups_age ON public.lookups USING brin (at);
CREATE INDEX lookups_of_person ON public.lookups USING btree (digest, at DESC) WHERE (digest IS NOT NULL);
CREATE INDEX lookups_of_record ON public.lookups USING btree (record_id, at DESC) WHERE (record_id IS NOT NULL);

CREATE TABLE notices (
  id text NOT NULL,
  gateway text NOT NULL,
  event text NOT NULL,
  bill_ref text NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  outcome text,
  settled_at timestamp with time zone,
  CONSTRAINT notices_pkey PRIMARY KEY (id),
  CONSTRAINT notices_bill_ref_check CHECK (((length(bill_ref) >= 1) AND (length(bill_ref) <= 100))),
  CONSTRAINT notices_event_check CHECK (((length(event) >= 1) AND (length(event) <= 128))),
  CONSTRAINT notices_id_check CHECK ((id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'::text)),
  CONSTRAINT notices_outcome_check CHECK ((outcome = ANY (ARRAY['paid'::text, 'paid already'::text, 'pending'::text, 'exception'::text, 'no such bill'::text]))),
  CONSTRAINT settled_whole CHECK ((num_nulls(outcome, settled_at) = ANY (ARRAY[0, 2])))
);
CREATE INDEX notices_bill ON public.notices USING btree (gateway, bill_ref);
CREATE UNIQUE INDEX notices_event ON public.notices USING btree (gateway, event);

CREATE TABLE offence_changes (
  xid xid8 DEFAULT transaction_number() NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  made_on date NOT NULL,
  bookings smallint NOT NULL,
  open smallint NOT NULL,
  offences text[] NOT NULL,
  kobo bigint[] NOT NULL,
  CONSTRAINT offence_changes_pkey PRIMARY KEY (xid, seq)
);

CREATE TABLE offence_counters (
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  span text NOT NULL,
  starts date NOT NULL,
  offence_id text NOT NULL,
  bookings bigint NOT NULL,
  kobo bigint NOT NULL,
  open_bookings bigint NOT NULL,
  open_kobo bigint NOT NULL,
  CONSTRAINT offence_counters_pkey PRIMARY KEY (organisation, zone, demo, span, starts, offence_id),
  CONSTRAINT offence_counters_span_check CHECK ((span = ANY (ARRAY['day'::text, 'month'::text])))
);

CREATE TABLE offence_fees (
  organisation text NOT NULL,
  offence_id text NOT NULL,
  from_day date NOT NULL,
  amount_kobo bigint NOT NULL,
  reason text NOT NULL,
  set_by text NOT NULL,
  set_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_by text,
  demo boolean DEFAULT false NOT NULL,
  CONSTRAINT offence_fees_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  CONSTRAINT offence_fees_pkey PRIMARY KEY (organisation, demo, offence_id, from_day),
  CONSTRAINT offence_fees_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id),
  CONSTRAINT confirmed_by_another CHECK ((confirmed_by <> set_by)),
  CONSTRAINT offence_fees_amount_kobo_check CHECK (((amount_kobo >= 0) AND ((amount_kobo % (100)::bigint) = 0))),
  CONSTRAINT offence_fees_offence_id_check CHECK ((offence_id ~ '^[A-Z]{3}-\d{2}$'::text)),
  CONSTRAINT offence_fees_reason_check CHECK ((btrim(reason) <> ''::text))
);
CREATE TRIGGER offence_fee_is_to_come BEFORE INSERT OR DELETE OR UPDATE ON public.offence_fees FOR EACH ROW EXECUTE FUNCTION offence_fee_is_to_come();

CREATE TABLE offence_watermark (
  id boolean DEFAULT true NOT NULL,
  xid xid8 NOT NULL,
  CONSTRAINT offence_watermark_pkey PRIMARY KEY (id),
  CONSTRAINT offence_watermark_id_check CHECK (id)
);

CREATE TABLE officer_counters (
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  officer_id text NOT NULL,
  month date NOT NULL,
  issued bigint NOT NULL,
  withdrawn bigint NOT NULL,
  withdrawn_kobo bigint NOT NULL,
  CONSTRAINT officer_counters_pkey PRIMARY KEY (organisation, zone, demo, month, officer_id)
);

CREATE TABLE originals (
  file_id text NOT NULL,
  original_id text NOT NULL,
  CONSTRAINT originals_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT originals_original_id_fkey FOREIGN KEY (original_id) REFERENCES files(id),
  CONSTRAINT originals_original_id_key UNIQUE (original_id),
  CONSTRAINT originals_pkey PRIMARY KEY (file_id)
);

CREATE TABLE outbox (
  xid xid8 DEFAULT transaction_number() NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  record_type text NOT NULL,
  record_id text NOT NULL,
  change text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  day date NOT NULL,
  bookings integer DEFAULT 0 NOT NULL,
  revenue_kobo bigint DEFAULT 0 NOT NULL,
  CONSTRAINT outbox_pkey PRIMARY KEY (xid, seq),
  CONSTRAINT outbox_change_check CHECK ((change = ANY (ARRAY['made'::text, 'billed'::text, 'paid'::text, 'cleared'::text, 'withdrawn'::text, 'recorded'::text]))),
  CONSTRAINT outbox_record_type_check CHECK ((record_type = ANY (ARRAY['booking'::text, 'collision'::text])))
);
CREATE INDEX outbox_age ON public.outbox USING btree (at);

CREATE TABLE passkey_challenges (
  session_id text NOT NULL,
  purpose text NOT NULL,
  challenge text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (session_id, purpose),
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'prove'::text])))
);

CREATE TABLE passkeys (
  id text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT passkeys_counter_check CHECK ((counter >= 0)),
  CONSTRAINT passkeys_name_check CHECK ((btrim(name) <> ''::text))
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

CREATE TABLE password_resets (
  token_hash text NOT NULL,
  user_id text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE payment_exceptions (
  id text NOT NULL,
  kind text NOT NULL,
  booking_id text,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  gateway text NOT NULL,
  bill_ref text,
  amount_kobo bigint,
  receipt text NOT NULL,
  story text NOT NULL,
  fingerprint text NOT NULL,
  found_at timestamp with time zone DEFAULT now() NOT NULL,
  decision text,
  found_bill_ref text,
  reason text,
  proposed_by text,
  proposed_at timestamp with time zone,
  confirmed_by text,
  closed_at timestamp with time zone,
  CONSTRAINT payment_exceptions_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT payment_exceptions_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  CONSTRAINT payment_exceptions_pkey PRIMARY KEY (id),
  CONSTRAINT payment_exceptions_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  CONSTRAINT bill_found_names_it CHECK (((decision = 'bill found'::text) = (found_bill_ref IS NOT NULL))),
  CONSTRAINT booking_is_known CHECK (((booking_id IS NOT NULL) OR (kind = 'unknown bill'::text))),
  CONSTRAINT confirmed_by_another CHECK (((confirmed_by IS NULL) OR ((proposed_by IS NOT NULL) AND (closed_at IS NOT NULL) AND (confirmed_by <> proposed_by)))),
  CONSTRAINT payment_exceptions_decision_check CHECK ((decision = ANY (ARRAY['ask again'::text, 'bill found'::text, 'refund'::text, 'noted'::text]))),
  CONSTRAINT payment_exceptions_id_check CHECK ((id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'::text)),
  CONSTRAINT payment_exceptions_kind_check CHECK ((kind = ANY (ARRAY['bill in doubt'::text, 'bill refused'::text, 'revenue head missing'::text, 'bill late'::text, 'other amount'::text, 'unproven'::text, 'second payment'::text, 'unknown bill'::text, 'paid after withdrawal'::text]))),
  CONSTRAINT proposed_whole CHECK ((num_nulls(decision, reason, proposed_by, proposed_at) = ANY (ARRAY[0, 4])))
);
CREATE INDEX payment_exceptions_booking ON public.payment_exceptions USING btree (booking_id);
CREATE UNIQUE INDEX payment_exceptions_fingerprint ON public.payment_exceptions USING btree (fingerprint);
CREATE INDEX payment_exceptions_in ON public.payment_exceptions USING btree (organisation, found_at DESC, id DESC) INCLUDE (zone, demo);
CREATE INDEX payment_exceptions_in_zone ON public.payment_exceptions USING btree (organisation, zone, found_at DESC, id DESC) INCLUDE (demo);
CREATE INDEX payment_exceptions_open ON public.payment_exceptions USING btree (found_at DESC, id DESC) WHERE (closed_at IS NULL);
CREATE INDEX payment_exceptions_open_in ON public.payment_exceptions USING btree (organisation, found_at DESC, id DESC) INCLUDE (zone, demo) WHERE (closed_at IS NULL);

CREATE TABLE payments (
  id text NOT NULL,
  booking_id text NOT NULL,
  kind text NOT NULL,
  gateway text NOT NULL,
  bill_ref text,
  amount_kobo bigint NOT NULL,
  receipt text NOT NULL,
  confirmed_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_by text,
  organisation text DEFAULT ''::text NOT NULL,
  zone text DEFAULT ''::text NOT NULL,
  demo boolean DEFAULT false NOT NULL,
  CONSTRAINT payments_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT payments_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT amount_fits_kind CHECK (((kind = 'nothing due'::text) = ((amount_kobo = 0) AND (bill_ref IS NULL)))),
  CONSTRAINT payments_amount_kobo_check CHECK ((amount_kobo >= 0)),
  CONSTRAINT payments_kind_check CHECK ((kind = ANY (ARRAY['gateway'::text, 'nothing due'::text])))
);
CREATE UNIQUE INDEX payments_booking ON public.payments USING btree (booking_id);
CREATE INDEX payments_placed ON public.payments USING btree (organisation, confirmed_at DESC, booking_id DESC) INCLUDE (zone, demo);
CREATE UNIQUE INDEX payments_receipt ON public.payments USING btree (gateway, receipt) WHERE (kind = 'gateway'::text);
CREATE TRIGGER announce_payment AFTER INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION announce_payment();
CREATE TRIGGER payment_is_final BEFORE DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION payment_is_final();
CREATE TRIGGER place_payment BEFORE INSERT OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION place_payment();

CREATE TABLE published_roots (
  day date NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT published_roots_pkey PRIMARY KEY (day)
);

CREATE TABLE reconciliation_counters (
  kind text NOT NULL,
  organisation text NOT NULL,
  span text NOT NULL,
  starts date NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  offence_id text NOT NULL,
  issued bigint NOT NULL,
  issued_kobo bigint NOT NULL,
  billed bigint NOT NULL,
  billed_kobo bigint NOT NULL,
  paid bigint NOT NULL,
  paid_kobo bigint NOT NULL,
  cleared bigint NOT NULL,
  cleared_kobo bigint NOT NULL,
  withdrawn bigint NOT NULL,
  withdrawn_kobo bigint NOT NULL,
  received bigint NOT NULL,
  received_kobo bigint NOT NULL,
  CONSTRAINT reconciliation_counters_pkey PRIMARY KEY (kind, organisation, span, starts, zone, demo, key),
  CONSTRAINT reconciliation_counters_kind_check CHECK ((kind = ANY (ARRAY['place'::text, 'officer'::text, 'head'::text]))),
  CONSTRAINT reconciliation_counters_span_check CHECK ((span = ANY (ARRAY['day'::text, 'month'::text])))
);
CREATE INDEX reconciliation_of_an_officer ON public.reconciliation_counters USING btree (key, organisation) WHERE ((kind = 'officer'::text) AND (span = 'month'::text));

CREATE TABLE reconciliation_watermark (
  id boolean DEFAULT true NOT NULL,
  xid xid8 NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT reconciliation_watermark_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_watermark_id_check CHECK (id)
);

CREATE TABLE recovery_codes (
  user_id text NOT NULL,
  code_hash text NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE required_factors (
  demo boolean NOT NULL,
  state text NOT NULL,
  role text NOT NULL,
  required_by text NOT NULL,
  required_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT required_factors_pkey PRIMARY KEY (demo, state, role),
  CONSTRAINT required_factors_required_by_fkey FOREIGN KEY (required_by) REFERENCES users(id)
);

CREATE TABLE revenue_heads (
  revenue_code text NOT NULL,
  mdas_id integer NOT NULL,
  refreshed_at timestamp with time zone NOT NULL,
  CONSTRAINT revenue_heads_pkey PRIMARY KEY (revenue_code)
);

CREATE TABLE saved_views (
  id text NOT NULL,
  user_id text NOT NULL,
  screen text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  shared boolean NOT NULL,
  demo boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT saved_views_name_check CHECK ((name <> ''::text)),
  CONSTRAINT saved_views_screen_check CHECK ((screen = ANY (ARRAY['unpaid'::text, 'paid'::text, 'completed'::text, 'bookings'::text, 'collisions'::text])))
);
CREATE UNIQUE INDEX saved_view_names ON public.saved_views USING btree (user_id, screen, lower(name)) WHERE (removed_at IS NULL);
CREATE INDEX saved_views_shared ON public.saved_views USING btree (created_at) WHERE (shared AND (removed_at IS NULL));

CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  minute timestamp with time zone NOT NULL,
  kind text NOT NULL,
  account text NOT NULL,
  concerns text NOT NULL,
  address text NOT NULL,
  about text NOT NULL,
  count integer NOT NULL,
  ours boolean DEFAULT true NOT NULL,
  CONSTRAINT security_events_minute_kind_account_concerns_address_about_key UNIQUE (minute, kind, account, concerns, address, about),
  CONSTRAINT security_events_pkey PRIMARY KEY (id),
  CONSTRAINT security_events_count_check CHECK ((count > 0))
);
CREATE INDEX security_events_concerning ON public.security_events USING btree (concerns, minute DESC) WHERE (concerns <> ''::text);
CREATE INDEX security_events_of_account ON public.security_events USING btree (account, minute DESC) WHERE (account <> ''::text);
CREATE INDEX security_events_of_kind ON public.security_events USING btree (kind, minute DESC);
CREATE INDEX security_events_of_strangers ON public.security_events USING btree (minute) INCLUDE (address) WHERE (NOT ours);

CREATE TABLE sessions (
  id text NOT NULL,
  user_id text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  agent text DEFAULT ''::text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  proved_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);

CREATE TABLE setup_codes (
  id boolean DEFAULT true NOT NULL,
  code_hash text NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT setup_codes_pkey PRIMARY KEY (id),
  CONSTRAINT setup_codes_id_check CHECK (id)
);

CREATE TABLE sign_in_steps (
  code_hash text NOT NULL,
  user_id text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  challenge text,
  CONSTRAINT sign_in_steps_pkey PRIMARY KEY (code_hash),
  CONSTRAINT sign_in_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sign_in_steps_over ON public.sign_in_steps USING btree (expires_at);

CREATE TABLE statement_lines (
  statement_id text NOT NULL,
  line integer NOT NULL,
  bill_ref text NOT NULL,
  receipt text NOT NULL,
  amount_kobo bigint NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  CONSTRAINT statement_lines_pkey PRIMARY KEY (statement_id, line),
  CONSTRAINT statement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id),
  CONSTRAINT statement_lines_amount_kobo_check CHECK ((amount_kobo > 0)),
  CONSTRAINT statement_lines_bill_ref_check CHECK ((bill_ref <> ''::text)),
  CONSTRAINT statement_lines_line_check CHECK ((line >= 1))
);
CREATE INDEX statement_lines_bill ON public.statement_lines USING btree (bill_ref);
CREATE TRIGGER count_statement_lines AFTER INSERT ON public.statement_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_statement_lines();

CREATE TABLE statements (
  id text NOT NULL,
  organisation text NOT NULL,
  demo boolean NOT NULL,
  gateway text NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  source text NOT NULL,
  sent_by text NOT NULL,
  sent_at timestamp with time zone DEFAULT now() NOT NULL,
  sha256 text NOT NULL,
  state text NOT NULL,
  decided_by text,
  decided_at timestamp with time zone,
  refusal text,
  lines integer,
  kobo bigint,
  head text,
  columns jsonb,
  CONSTRAINT statements_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT statements_pkey PRIMARY KEY (id),
  CONSTRAINT statements_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id),
  CONSTRAINT columns_with_head CHECK (((head IS NULL) = (columns IS NULL))),
  CONSTRAINT days_in_order CHECK ((from_day <= to_day)),
  CONSTRAINT decided_by_another CHECK (((decided_by IS NULL) OR ((state = 'taken back'::text) = (decided_by = sent_by)))),
  CONSTRAINT decided_whole CHECK ((num_nulls(decided_by, decided_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT refused_for_a_reason CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  CONSTRAINT statements_id_check CHECK ((id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'::text)),
  CONSTRAINT statements_kobo_check CHECK ((kobo >= 0)),
  CONSTRAINT statements_lines_check CHECK ((lines >= 0)),
  CONSTRAINT statements_refusal_check CHECK ((btrim(refusal) <> ''::text)),
  CONSTRAINT statements_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT statements_source_check CHECK ((source = ANY (ARRAY['fetched'::text, 'sent'::text]))),
  CONSTRAINT statements_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'in force'::text, 'refused'::text, 'taken back'::text])))
);
CREATE INDEX statements_days ON public.statements USING btree (organisation, to_day DESC);
CREATE UNIQUE INDEX statements_once ON public.statements USING btree (organisation, demo, sha256) WHERE (state = ANY (ARRAY['waiting'::text, 'in force'::text]));
CREATE TRIGGER statement_waits_for_a_second_person BEFORE INSERT OR UPDATE ON public.statements FOR EACH ROW EXECUTE FUNCTION statement_waits_for_a_second_person();

CREATE TABLE sweeps (
  organisation text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  CONSTRAINT sweeps_pkey PRIMARY KEY (organisation)
);

CREATE TABLE taken_out_records (
  id text NOT NULL,
  kind text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  officer text NOT NULL,
  label text NOT NULL,
  told_kobo bigint,
  made_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  taken_out_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT taken_out_records_officer_fkey FOREIGN KEY (officer) REFERENCES users(id),
  CONSTRAINT taken_out_records_pkey PRIMARY KEY (id),
  CONSTRAINT taken_out_records_id_check CHECK ((id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'::text)),
  CONSTRAINT taken_out_records_kind_check CHECK ((kind = ANY (ARRAY['booking'::text, 'collision'::text]))),
  CONSTRAINT taken_out_records_reason_check CHECK ((btrim(reason) <> ''::text)),
  CONSTRAINT taken_out_records_told_kobo_check CHECK ((told_kobo >= 0))
);
CREATE INDEX taken_out_records_of_a_place ON public.taken_out_records USING btree (organisation, taken_out_at DESC);

CREATE TABLE totp_keys (
  user_id text NOT NULL,
  secret text NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT totp_keys_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE unused_files (
  id text NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT unused_files_pkey PRIMARY KEY (id)
);

CREATE TABLE users (
  id text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  username text DEFAULT ''::text NOT NULL,
  role text NOT NULL,
  state text,
  zone text,
  phone text DEFAULT ''::text NOT NULL,
  picture text DEFAULT 'no-user.jpg'::text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  demo boolean DEFAULT false NOT NULL,
  last_active timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  own_password boolean DEFAULT true NOT NULL,
  added_by text,
  CONSTRAINT users_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_check CHECK (((zone IS NULL) OR (state IS NOT NULL))),
  CONSTRAINT users_email_check CHECK ((email = lower(email))),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['state admin'::text, 'zonal head'::text, 'booking officer'::text, 'operator'::text, 'observer'::text]))),
  CONSTRAINT users_state_check CHECK ((state = ANY (ARRAY['Kaduna'::text, 'Ogun'::text, 'Lagos'::text, 'Abuja'::text])))
);
CREATE UNIQUE INDEX users_email ON public.users USING btree (email);
CREATE INDEX users_last_active ON public.users USING btree (last_active DESC NULLS LAST);
CREATE TRIGGER keep_former_account AFTER UPDATE OF first_name, last_name, role ON public.users FOR EACH ROW WHEN ((((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.role IS DISTINCT FROM new.role))) EXECUTE FUNCTION keep_former_account();
CREATE TRIGGER replace_activities AFTER UPDATE OF state, zone, demo ON public.users FOR EACH ROW WHEN ((((old.state IS DISTINCT FROM new.state) OR (old.zone IS DISTINCT FROM new.zone)) OR (old.demo IS DISTINCT FROM new.demo))) EXECUTE FUNCTION replace_account_activities();

CREATE TABLE verifications (
  at timestamp with time zone DEFAULT now() NOT NULL,
  rows bigint NOT NULL,
  seals bigint NOT NULL,
  findings text[] NOT NULL,
  CONSTRAINT verifications_pkey PRIMARY KEY (at),
  CONSTRAINT verifications_rows_check CHECK ((rows >= 0)),
  CONSTRAINT verifications_seals_check CHECK ((seals >= 0))
);

CREATE TABLE waiting_search (
  booking_id text NOT NULL,
  organisation text NOT NULL,
  zone text NOT NULL,
  demo boolean NOT NULL,
  list text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  vehicle_type text NOT NULL,
  price_kobo bigint NOT NULL,
  offences text[] NOT NULL,
  text text NOT NULL,
  CONSTRAINT waiting_search_pkey PRIMARY KEY (booking_id)
);
CREATE INDEX waiting_search_keys ON public.waiting_search USING gin ((ARRAY[organisation]), (ARRAY[zone]), days_and_months(created_at), (ARRAY[vehicle_type]), (ARRAY[amount_step(price_kobo)]), offences, text gin_trgm_ops) WITH (gin_pending_list_limit='1024');

CREATE TABLE sandbox.bill_items (
  bill_reference text NOT NULL,
  "position" integer NOT NULL,
  mdas_id integer NOT NULL,
  revenue_code text NOT NULL,
  amount_kobo bigint NOT NULL,
  narration text NOT NULL,
  CONSTRAINT bill_items_bill_reference_fkey FOREIGN KEY (bill_reference) REFERENCES sandbox.bills(bill_reference),
  CONSTRAINT bill_items_pkey PRIMARY KEY (bill_reference, "position"),
  CONSTRAINT bill_items_amount_kobo_check CHECK ((amount_kobo > 0))
);

CREATE TABLE sandbox.bills (
  bill_reference text NOT NULL,
  identifier text NOT NULL,
  first_name text NOT NULL,
  middle_name text NOT NULL,
  last_name text NOT NULL,
  telephone text NOT NULL,
  address text NOT NULL,
  narration text NOT NULL,
  additional_data jsonb DEFAULT '{}'::jsonb NOT NULL,
  receipt text,
  paid_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT bills_pkey PRIMARY KEY (bill_reference),
  CONSTRAINT bills_receipt_key UNIQUE (receipt),
  CONSTRAINT bills_bill_reference_check CHECK ((bill_reference ~ '^[1-9][0-9]{11}$'::text)),
  CONSTRAINT bills_check CHECK (((receipt IS NULL) = (paid_at IS NULL))),
  CONSTRAINT bills_receipt_check CHECK ((receipt ~ '^[0-9]{8,}$'::text))
);

CREATE OR REPLACE FUNCTION public.amount_step(kobo bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (kobo <= 0) THEN 0 ELSE (floor((ln((kobo)::double precision) * (5)::double precision)))::integer END;

CREATE OR REPLACE FUNCTION public.announce_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
begin
  if is_new then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day, bookings)
    values ('booking', new.id, 'made', new.organisation, new.zone, new.demo,
            lagos_day(new.created_at), 1);
  end if;
  if new.bill_ref is not null and (is_new or old.bill_ref is null) then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'billed', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  if new.completed and (is_new or not old.completed) then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'cleared', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  -- It counts as made all the same: the counters say what was issued.
  if new.withdrawn_at is not null and (is_new or old.withdrawn_at is null) then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'withdrawn', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.announce_collision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
  values ('collision', new.id, 'recorded', new.organisation, new.zone, new.demo,
          lagos_day(new.created_at));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.announce_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into outbox
    (record_type, record_id, change, organisation, zone, demo, day, revenue_kobo)
  select 'booking', id, 'paid', organisation, zone, demo,
         lagos_day(new.confirmed_at), new.amount_kobo
  from bookings where id = new.booking_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_row_follows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if abs(extract(epoch from clock_timestamp() - new.at)) > 300 then
    if not exists (
      select from bookings
      where new.record_type = 'booking' and id = new.record_id and demo
      union all
      select from collisions
      where new.record_type = 'collision' and id = new.record_id and demo
    ) then
      raise exception 'Row % of % % is of another moment: the clocks of server and database differ.',
        new.number, new.record_type, new.record_id using errcode = 'CLOCK';
    end if;
  end if;
  if new.number = 1 and new.previous_hash <> '' or new.number > 1 and not exists (
    select from audit
    where (record_type, record_id, number) = (new.record_type, new.record_id, new.number - 1)
      and hash = new.previous_hash
  ) then
    raise exception 'Row % of % % does not follow the row before it.',
      new.number, new.record_type, new.record_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.booking_money_is_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.paid and not new.paid or old.completed and not new.completed then
    raise exception 'Booking % was paid or cleared, and stays so.', old.id
      using errcode = 'check_violation';
  end if;
  if new.price_kobo <> old.price_kobo and (old.bill_asked_at is not null or old.bill_ref is not null)
  then
    raise exception 'The price of booking % is fixed: its bill was asked for.', old.id
      using errcode = 'check_violation';
  end if;
  if old.bill_ref is not null and new.bill_ref is distinct from old.bill_ref then
    raise exception 'Booking % has its bill already.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.booking_offence_is_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  of_booking text := coalesce(new.booking_id, old.booking_id);
begin
  if tg_op = 'UPDATE'
    and (new.booking_id, new.line, new.offence_id, new.code, new.name, new.penalty, new.amount_kobo)
      = (old.booking_id, old.line, old.offence_id, old.code, old.name, old.penalty, old.amount_kobo)
  then
    return new;
  end if;
  if exists (
    select from bookings
    where id = of_booking
      and (bill_asked_at is not null or bill_ref is not null or paid)
      and (tg_op <> 'INSERT' or xmin <> pg_current_xact_id()::xid)
  ) then
    raise exception 'The offences of booking % are fixed: its bill was asked for.', of_booking
      using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION public.booking_paid_holds()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.paid and not exists (
    select from payments
    where booking_id = new.id and amount_kobo = new.price_kobo
  ) then
    raise exception 'Booking % has no confirmed payment of its price.', new.id
      using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.booking_withdrawal_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.withdrawn_at is not null and (new.withdrawn_at, new.withdrawn_by, new.withdrawn_reason)
    is distinct from (old.withdrawn_at, old.withdrawn_by, old.withdrawn_reason)
  then
    raise exception 'Booking % was withdrawn, and stays so.', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.coming_file_comes_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.file_id is not null or old.given_up_at is not null then
    raise exception 'The file % was received or given up already.', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_statement_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from statements
    where id in (select statement_id from added) and xmin <> pg_current_xact_id()::xid
  ) then
    raise exception 'The lines of a statement come with it.' using errcode = 'check_violation';
  end if;
  update statements
    set lines = statements.lines + counted.lines, kobo = statements.kobo + counted.kobo
    from (
      select statement_id, count(*) as lines, sum(amount_kobo) as kobo
      from added group by statement_id
    ) as counted
    where id = statement_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.days_and_months(instant timestamp with time zone)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY[(lagos_day(instant) - '2000-01-01'::date), ('-1'::integer - (((EXTRACT(year FROM lagos_day(instant)))::integer * 12) + (EXTRACT(month FROM lagos_day(instant)))::integer))];

CREATE OR REPLACE FUNCTION public.device_stays_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.revoked_at is not null and new is distinct from old then
    raise exception 'The device % is revoked.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.erase_booking(of_booking text, years integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  booking bookings;
begin
  select * into booking from bookings where id = of_booking for update;
  if booking.erased_at is not null
    or coalesce(booking.completed_at, booking.withdrawn_at) is null
    or coalesce(booking.completed_at, booking.withdrawn_at)
       > now() - make_interval(years => greatest(years, 1))
    or exists (select from payment_exceptions
               where booking_id = of_booking and closed_at is null) then
    return false;
  end if;
  if not exists (
    select from audit
    where record_type = 'booking' and record_id = of_booking and event = 'booking.erased'
      and xid = transaction_number()
  ) then
    raise exception 'The trail of booking % does not say that it is erased.', of_booking
      using errcode = 'check_violation';
  end if;
  -- Three fields may not be empty, and one of plate and licence; a sign that no search looks for.
  update bookings set
    name = 'Erased', address = '-', phone_no = '-', license = '-', registration = '',
    phone_two = '', email = '', dob = null, height = '', gender = '', vin = '', pin = '',
    notes = '', position_lat = null, position_lng = null, position_accuracy = null,
    body_hash = 'erased ' || id, erased_at = now()
  where id = of_booking;
  update audit set before = null, after = null, salt = ''
  where record_type = 'booking' and record_id = of_booking
    and event in ('booking.made', 'booking.withdrawn');
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.erase_labels(years integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with late as (
    update late_records set label = '', body_hash = null
    where label <> '' and asked_at < now() - make_interval(years => greatest(years, 1)) returning 1
  ), taken_out as (
    update taken_out_records set label = ''
    where label <> '' and taken_out_at < now() - make_interval(years => greatest(years, 1))
    returning 1
  )
  select ((select count(*) from late) + (select count(*) from taken_out))::integer
$function$;

CREATE OR REPLACE FUNCTION public.fee_proposal_is_decided_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' and new.outcome is not null or tg_op = 'UPDATE' and old.outcome is not null then
    raise exception 'A proposed fee waits for a second person, who decides it once.'
      using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fee_proposal_is_of_its_maker()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.demo := (select demo from users where id = new.proposed_by);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_days(at_most bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with mark as (
    select xid, seq from counter_watermark for update skip locked
  ),
  due as (
    select outbox.* from outbox, mark
    where (outbox.xid, outbox.seq) > (mark.xid, mark.seq)
      and outbox.xid < transaction_horizon()
    order by outbox.xid, outbox.seq
    limit at_most
  ),
  added as (
    insert into counters as known (organisation, zone, demo, day, bookings, revenue_kobo)
    select organisation, zone, demo, day, sum(bookings), sum(revenue_kobo)
    from due
    where bookings <> 0 or revenue_kobo <> 0
    group by organisation, zone, demo, day
    on conflict (organisation, zone, demo, day) do update
      set bookings = known.bookings + excluded.bookings,
          revenue_kobo = known.revenue_kobo + excluded.revenue_kobo
  ),
  moved as (
    update counter_watermark set (xid, seq) =
      (select xid, seq from due order by xid desc, seq desc limit 1)
    where exists (select from due)
  )
  select count(*) from due
$function$;

CREATE OR REPLACE FUNCTION public.fold_lists()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with mark as (
    select xid from list_watermark
    where exists (
      select from list_changes
      where list_changes.xid >= list_watermark.xid
        and list_changes.xid < transaction_horizon())
    for update skip locked
  ),
  due as (
    select list_changes.* from list_changes, mark
    where list_changes.xid >= mark.xid
      and list_changes.xid < transaction_horizon()
  ),
  added as (
    insert into list_counters as known
      (list, organisation, zone, demo, span, starts, records, kobo)
    select list, organisation, place, demo, span, starts, sum(records), sum(kobo)
    from due
      cross join lateral (values (zone), ('')) as places (place)
      cross join lateral (
        values ('day', made_on), ('month', date_trunc('month', made_on)::date),
               ('all', date '0001-01-01')
      ) as spans (span, starts)
    group by list, organisation, place, demo, span, starts
    order by list, organisation, place, demo, span, starts
    on conflict (list, organisation, zone, demo, span, starts) do update
      set records = known.records + excluded.records, kobo = known.kobo + excluded.kobo
  ),
  of_officers as (
    insert into officer_counters as known
      (organisation, zone, demo, officer_id, month, issued, withdrawn, withdrawn_kobo)
    select organisation, zone, demo, officer_id, month, sum(records), sum(withdrawn),
           sum(withdrawn_kobo)
    from (
      select organisation, zone, demo, officer_id, date_trunc('month', made_on)::date as month,
             records, case when list = 'withdrawn' then records else 0 end as withdrawn,
             case when list = 'withdrawn' then kobo else 0 end as withdrawn_kobo
      from due where officer_id is not null
    ) as changed
    group by organisation, zone, demo, officer_id, month
    -- Paying or clearing a booking changes nothing here.
    having sum(records) <> 0 or sum(withdrawn) <> 0 or sum(withdrawn_kobo) <> 0
    order by organisation, zone, demo, month, officer_id
    on conflict (organisation, zone, demo, month, officer_id) do update
      set issued = known.issued + excluded.issued,
          withdrawn = known.withdrawn + excluded.withdrawn,
          withdrawn_kobo = known.withdrawn_kobo + excluded.withdrawn_kobo
  ),
  moved as (
    update list_watermark
    set xid = greatest(list_watermark.xid, transaction_horizon())
    where exists (select from due)
  )
  select count(*) from due
$function$;

CREATE OR REPLACE FUNCTION public.fold_offences(at_least bigint, days_counted integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with mark as (
    select xid from offence_watermark
    where at_least <= (
      select count(*)
      from (
        select from offence_changes
        where offence_changes.xid >= offence_watermark.xid
          and offence_changes.xid < transaction_horizon()
        limit at_least
      ) as waiting)
    for update skip locked
  ),
  due as (
    select offence_changes.* from offence_changes, mark
    where offence_changes.xid >= mark.xid
      and offence_changes.xid < transaction_horizon()
  ),
  added as (
    insert into offence_counters as known
      (organisation, zone, demo, span, starts, offence_id,
       bookings, kobo, open_bookings, open_kobo)
    select organisation, place, demo, span, starts, charged.offence_id, sum(bookings),
           sum(bookings * charged.kobo), sum(open), sum(open * charged.kobo)
    from due
      cross join lateral unnest(offences, due.kobo) as charged (offence_id, kobo)
      cross join lateral (values (zone), ('')) as places (place)
      cross join lateral (
        values ('day', made_on), ('month', date_trunc('month', made_on)::date)
      ) as spans (span, starts)
    where span = 'month' or starts > lagos_day(now()) - greatest(days_counted, 31)
    group by organisation, place, demo, span, starts, charged.offence_id
    order by organisation, place, demo, span, starts, charged.offence_id
    on conflict (organisation, zone, demo, span, starts, offence_id) do update
      set bookings = known.bookings + excluded.bookings, kobo = known.kobo + excluded.kobo,
          open_bookings = known.open_bookings + excluded.open_bookings,
          open_kobo = known.open_kobo + excluded.open_kobo
  ),
  moved as (
    update offence_watermark
    set xid = greatest(offence_watermark.xid, transaction_horizon())
    where exists (select from due)
  )
  select count(*) from due
$function$;

CREATE OR REPLACE FUNCTION public.fold_reconciliation(at_least bigint, at_most bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with mark as (
    select xid, seq from reconciliation_watermark as known
    where at_least <= (
        select count(*)
        from (
          select from outbox
          where (outbox.xid, outbox.seq) > (known.xid, known.seq)
            and outbox.xid < transaction_horizon()
          limit at_least
        ) as waiting)
      or now() - interval '1 hour' > (
        select at from outbox
        where (outbox.xid, outbox.seq) > (known.xid, known.seq)
          and outbox.xid < transaction_horizon()
        order by outbox.xid, outbox.seq limit 1)
    for update skip locked
  ),
  due as materialized (
    select outbox.xid, outbox.seq from outbox, mark
    where (outbox.xid, outbox.seq) > (mark.xid, mark.seq)
      and outbox.xid < transaction_horizon()
    order by outbox.xid, outbox.seq
    limit at_most
  ),
  changed as materialized (
    select change.* from due
      join reconciliation_changes as change on change.xid = due.xid and change.seq = due.seq
  ),
  parts as (
    select kind, organisation, span, starts, place as zone, demo, key, '' as name,
           '' as offence_id, kobo, issued, billed, paid, cleared, withdrawn, received
    from changed
      cross join lateral (
        values ('place', 'day', day, zone, ''), ('officer', 'day', day, '', officer_id),
               ('officer', 'month', date_trunc('month', day)::date, zone, officer_id)
      ) as spans (kind, span, starts, place, key)
    union all
    select 'head', changed.organisation, span, starts, place, changed.demo, line.code, line.name,
           line.offence_id, line.amount_kobo, issued, billed, paid, cleared, withdrawn, received
    from changed
      join booking_offences as line on line.booking_id = changed.booking_id
      cross join lateral (
        values ('day', day, ''), ('month', date_trunc('month', day)::date, changed.zone)
      ) as spans (span, starts, place)
  ),
  added as (
    insert into reconciliation_counters as known
      (kind, organisation, span, starts, zone, demo, key, name, offence_id, issued, issued_kobo,
       billed, billed_kobo, paid, paid_kobo, cleared, cleared_kobo, withdrawn, withdrawn_kobo,
       received, received_kobo)
    select kind, organisation, span, starts, zone, demo, key, min(name), min(offence_id),
           sum(issued), sum(issued * kobo), sum(billed), sum(billed * kobo), sum(paid),
           sum(paid * kobo), sum(cleared), sum(cleared * kobo), sum(withdrawn),
           sum(withdrawn * kobo), sum(received), sum(received * kobo)
    from parts
    group by kind, organisation, span, starts, zone, demo, key
    order by kind, organisation, span, starts, zone, demo, key
    on conflict (kind, organisation, span, starts, zone, demo, key) do update
      set name = least(known.name, excluded.name),
          offence_id = least(known.offence_id, excluded.offence_id),
          issued = known.issued + excluded.issued,
          issued_kobo = known.issued_kobo + excluded.issued_kobo,
          billed = known.billed + excluded.billed,
          billed_kobo = known.billed_kobo + excluded.billed_kobo,
          paid = known.paid + excluded.paid,
          paid_kobo = known.paid_kobo + excluded.paid_kobo,
          cleared = known.cleared + excluded.cleared,
          cleared_kobo = known.cleared_kobo + excluded.cleared_kobo,
          withdrawn = known.withdrawn + excluded.withdrawn,
          withdrawn_kobo = known.withdrawn_kobo + excluded.withdrawn_kobo,
          received = known.received + excluded.received,
          received_kobo = known.received_kobo + excluded.received_kobo
  ),
  moved as (
    update reconciliation_watermark
    set (xid, seq) = (select xid, seq from due order by xid desc, seq desc limit 1)
    where exists (select from due)
  )
  select count(*) from due
$function$;

CREATE OR REPLACE FUNCTION public.folded(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(given) = length(given)) THEN btrim(regexp_replace(lower((translate(given, '''`'::text, ''::text) COLLATE pg_c_utf8)), '[\t-\r ]+'::text, ' '::text, 'g'::text), ' '::text) ELSE btrim(regexp_replace(translate(lower((regexp_replace(NORMALIZE(regexp_replace(given, '[\u00B4\u0384\u1FBD\u1FBF\u1FFD\u1FFE]'::text, ''::text, 'g'::text), NFKD), '[\u0300-\u036F\u0483-\u0487\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F''`\u02B9-\u02BF\u02C8\u02CA\u02CB\u02EE\u055A\u05F3\u2018-\u201B\u2032\u2035\uA78B\uA78C\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]'::text, ''::text, 'g'::text) COLLATE pg_c_utf8)), 'ɓɗƙƴɖđðħɦıɨɩłɲŋɛəǝɔøɵŧʋʉʊƭƥƈɠɣßςαβεζηικμνορτυχавеѕіјкмнорстухһԁԛԝүӏ‐‒–—―−⁃˗֊'::text, 'bdkydddhhiiilnneeeoootvuutpcggsσabezhikmnoptyxabesijkmhopctyxhdqwyi---------'::text), '[\t-\r \u0085\u1680\u2028\u2029]+'::text, ' '::text, 'g'::text), ' '::text) END;

CREATE OR REPLACE FUNCTION public.index_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into booking_search as known
    (booking_id, organisation, zone, demo, list, created_at, created_by, vehicle_type, price_kobo,
     offences, text)
  select booking.id, booking.organisation, booking.zone, booking.demo,
         list_of(booking.paid, booking.completed, booking.withdrawn_at is not null),
         booking.created_at, booking.created_by, booking.vehicle_type, booking.price_kobo,
         array(select distinct line.offence_id from booking_offences as line
               where line.booking_id = booking.id order by 1),
         search_text_of(booking)
  from bookings as booking where booking.id = new.id
  on conflict (booking_id) do update set
    organisation = excluded.organisation, zone = excluded.zone, demo = excluded.demo,
    list = excluded.list, created_at = excluded.created_at, created_by = excluded.created_by,
    vehicle_type = excluded.vehicle_type, price_kobo = excluded.price_kobo,
    offences = excluded.offences, text = excluded.text
  where known is distinct from excluded;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_booking_offences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  of_booking text := coalesce(new.booking_id, old.booking_id);
begin
  update booking_search
    set offences = array(select distinct line.offence_id from booking_offences as line
                         where line.booking_id = of_booking order by 1)
    where booking_id = of_booking;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_collision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  of_collision text;
begin
  if tg_table_name = 'collisions' then
    of_collision := new.id;
  else
    of_collision := coalesce(new.collision_id, old.collision_id);
  end if;
  update collisions as collision set search_text = search_text_of(collision)
    where id = of_collision and search_text is distinct from search_text_of(collision);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_former_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into former_accounts (user_id, until, first_name, last_name, role)
  values (old.id, now(), old.first_name, old.last_name, old.role)
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' or new.list not in ('unpaid', 'paid') then
    delete from waiting_search where booking_id = coalesce(new.booking_id, old.booking_id);
    return null;
  end if;
  insert into waiting_search values (new.*)
  on conflict (booking_id) do update set
    organisation = excluded.organisation, zone = excluded.zone, demo = excluded.demo,
    list = excluded.list, created_at = excluded.created_at, created_by = excluded.created_by,
    vehicle_type = excluded.vehicle_type, price_kobo = excluded.price_kobo,
    offences = excluded.offences, text = excluded.text;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lagos_day(instant timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
RETURN ((instant AT TIME ZONE 'Africa/Lagos'::text))::date;

CREATE OR REPLACE FUNCTION public.last_audit_row(of_type text, of_id text, OUT number integer, OUT hash text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || of_type || ' ' || of_id, 0));
  return query
    select audit.number, audit.hash from audit
    where audit.record_type = of_type and audit.record_id = of_id
    order by audit.number desc limit 1;
end $function$;

CREATE OR REPLACE FUNCTION public.list_of(paid boolean, completed boolean, withdrawn boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN withdrawn THEN 'withdrawn'::text WHEN completed THEN 'completed'::text WHEN paid THEN 'paid'::text ELSE 'unpaid'::text END;

CREATE OR REPLACE FUNCTION public.name_spellings()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '{"isa": "issah", "aliu": "aliyu", "amad": "ahmad", "amed": "ahmad", "asma": "asmau", "azis": "aziz", "aziz": "aziz", "daud": "dauda", "eesa": "issah", "hawa": "hauwa", "isah": "issah", "issa": "issah", "mohd": "muhammad", "muhd": "muhammad", "musa": "musa", "omar": "umar", "sade": "sade", "said": "saidu", "sani": "sani", "sara": "sarah", "seun": "seun", "sheu": "shehu", "sina": "sina", "sola": "sola", "umar": "umar", "ahmad": "ahmad", "ahmed": "ahmad", "aicha": "aisha", "aisha": "aisha", "aliou": "aliyu", "aliyu": "aliyu", "amina": "amina", "aruna": "haruna", "asmaa": "asmau", "asmau": "asmau", "azees": "aziz", "azeez": "aziz", "dauda": "dauda", "dawud": "dauda", "ester": "esther", "fatma": "fatima", "filip": "philip", "ganiu": "ganiyu", "garba": "garba", "hafsa": "hafsat", "hamza": "hamza", "hanna": "hannah", "harun": "haruna", "hasan": "hassan", "hauwa": "hauwa", "hawwa": "hauwa", "idris": "idris", "ishak": "ishaq", "ishaq": "ishaq", "isiaq": "ishaq", "issah": "issah", "jamil": "jamil", "josef": "joseph", "kabir": "kabir", "karim": "karim", "kasim": "kazeem", "kazim": "kazeem", "latif": "latif", "moosa": "musa", "mussa": "musa", "naser": "nasir", "nasir": "nasir", "obina": "obinna", "okafo": "okafor", "osman": "usman", "oumar": "umar", "qasim": "kazeem", "ramat": "ramatu", "saani": "sani", "sadik": "sadiq", "sadiq": "sadiq", "saeed": "saidu", "sahid": "saidu", "saidu": "saidu", "sanni": "sani", "sarah": "sarah", "segun": "segun", "shade": "sade", "shehu": "shehu", "sheun": "seun", "shina": "sina", "shola": "sola", "sidiq": "sadiq", "sodiq": "sadiq", "umaru": "umar", "usman": "usman", "yahia": "yahaya", "yahya": "yahaya", "yakub": "yakubu", "yaqub": "yakubu", "yusif": "yusuf", "yusuf": "yusuf", "zenab": "zainab", "ahamad": "ahmad", "ahamed": "ahmad", "aishah": "aisha", "aishat": "aisha", "alimat": "halima", "aliyyu": "aliyu", "ameena": "amina", "aminah": "amina", "aminat": "amina", "ayesha": "aisha", "ayisha": "aisha", "bachir": "bashir", "bashir": "bashir", "basiru": "bashir", "bilkis": "bilkisu", "bilqis": "bilkisu", "buhari": "bukhari", "danial": "daniel", "daniel": "daniel", "daouda": "dauda", "dawood": "dauda", "dawuda": "dauda", "debora": "deborah", "esmail": "ismail", "esther": "esther", "fatima": "fatima", "ganiyu": "ganiyu", "garuba": "garba", "gibril": "jibril", "habiba": "habiba", "hadija": "khadija", "hadiza": "khadija", "hafsah": "hafsat", "hafsat": "hafsat", "hafsoh": "hafsat", "halima": "halima", "hamzah": "hamza", "hamzat": "hamza", "hannah": "hannah", "haroon": "haruna", "haroun": "haruna", "haruna": "haruna", "hassan": "hassan", "hassen": "hassan", "hauwau": "hauwa", "husain": "hussain", "husayn": "hussain", "husein": "hussain", "ibraim": "ibrahim", "idrees": "idris", "idriss": "idris", "idrisu": "idris", "ishaku": "ishaq", "isiaka": "ishaq", "ismail": "ismail", "isyaka": "ishaq", "isyaku": "ishaq", "jameel": "jamil", "jamila": "jamila", "jamilu": "jamil", "jibril": "jibril", "jibrin": "jibril", "joseph": "joseph", "jubril": "jibril", "kabeer": "kabir", "kabiru": "kabir", "kadija": "khadija", "kareem": "karim", "kasimu": "kazeem", "kassim": "kazeem", "kazeem": "kazeem", "lateef": "latif", "latifu": "latif", "mansur": "mansur", "mariam": "maryam", "maryam": "maryam", "moussa": "musa", "muktar": "mukhtar", "nafisa": "nafisa", "naseer": "nasir", "nasiru": "nasir", "nasser": "nasir", "nureni": "nuruddeen", "obinna": "obinna", "okafor": "okafor", "othman": "usman", "philip": "philip", "qaseem": "kazeem", "qazeem": "kazeem", "rahmat": "ramatu", "ramata": "ramatu", "ramatu": "ramatu", "rashid": "rasheed", "rasidi": "rasheed", "rebeca": "rebecca", "rukaya": "rukayya", "saadat": "saadatu", "sadatu": "saadatu", "saddiq": "sadiq", "sadeeq": "sadiq", "saeedu": "saidu", "safiya": "safiya", "saheed": "saidu", "sakina": "sakina", "salama": "salamatu", "samual": "samuel", "samuel": "samuel", "sharif": "sharif", "shegun": "segun", "shehou": "shehu", "sherif": "sharif", "siddiq": "sadiq", "smaila": "ismail", "steven": "stephen", "sumaya": "sumayya", "taofik": "taofik", "taofiq": "taofik", "taufik": "taofik", "taufiq": "taofik", "tawfiq": "taofik", "teresa": "theresa", "tijani": "tijjani", "tijany": "tijjani", "toufiq": "taofik", "uchena": "uchenna", "umarou": "umar", "usaini": "hussain", "usmanu": "usman", "uthman": "usman", "yahaya": "yahaya", "yakoub": "yakubu", "yakubu": "yakubu", "yaqoub": "yakubu", "yaqubu": "yakubu", "yesufu": "yusuf", "yousef": "yusuf", "yousuf": "yusuf", "yusufa": "yusuf", "yusufu": "yusuf", "yusuph": "yusuf", "zainab": "zainab", "zainob": "zainab", "zakari": "zakari", "zakary": "zakari", "zaynab": "zainab", "zeinab": "zainab", "abdulah": "abdullahi", "abdulai": "abdullahi", "abubakr": "abubakar", "adesola": "adesola", "aishatu": "aisha", "aishetu": "aisha", "aminatu": "amina", "balkisu": "bilkisu", "basheer": "bashir", "bashiru": "bashir", "bilikis": "bilkisu", "bilkisu": "bilkisu", "bilqees": "bilkisu", "bilqisu": "bilkisu", "bukhari": "bukhari", "deborah": "deborah", "djibril": "jibril", "ebrahim": "ibrahim", "emanuel": "emmanuel", "fateema": "fatima", "fatimah": "fatima", "fatimat": "fatima", "fatimoh": "fatima", "gabrial": "gabriel", "gabriel": "gabriel", "ghaniyu": "ganiyu", "habeeba": "habiba", "habibah": "habiba", "habibat": "habiba", "hafsatu": "hafsat", "haleema": "halima", "halimah": "halima", "halimat": "halima", "husaini": "hussain", "hussain": "hussain", "hussein": "hussain", "ibrahim": "ibrahim", "ibrahin": "ibrahim", "ishiaku": "ishaq", "ismaeel": "ismail", "ismaila": "ismail", "jameela": "jamila", "jamilah": "jamila", "jamilat": "jamila", "jeffery": "geoffrey", "jeffrey": "geoffrey", "jibreel": "jibril", "kadijat": "khadija", "khadija": "khadija", "mahomed": "muhammad", "mansoor": "mansur", "mansour": "mansur", "mariamu": "maryam", "mariyam": "maryam", "maryama": "maryam", "maryamu": "maryam", "mohamad": "muhammad", "mohamed": "muhammad", "mohamet": "muhammad", "muhamad": "muhammad", "muhamed": "muhammad", "muideen": "muideen", "mukhtar": "mukhtar", "muktari": "mukhtar", "murtada": "murtala", "murtala": "murtala", "murtaza": "murtala", "mustafa": "mustapha", "nafeesa": "nafisa", "nafisah": "nafisa", "nafisat": "nafisa", "nuraini": "nuruddeen", "okaphor": "okafor", "oluseun": "oluwaseun", "olusola": "olusola", "ousmane": "usman", "phillip": "philip", "rahmatu": "ramatu", "ramatou": "ramatu", "rasheed": "rasheed", "rashida": "rashida", "rashidi": "rasheed", "rebecca": "rebecca", "rebekah": "rebecca", "rukayat": "rukayya", "rukayya": "rukayya", "rukkaya": "rukayya", "ruqayat": "rukayya", "ruqayya": "rukayya", "saadatu": "saadatu", "safiyah": "safiya", "safiyat": "safiya", "safiyya": "safiya", "sakinah": "sakina", "sakinat": "sakina", "salamat": "salamatu", "shareef": "sharif", "sheriff": "sharif", "sofiyat": "safiya", "stephan": "stephen", "stephen": "stephen", "suleman": "suleiman", "sumaiya": "sumayya", "sumayya": "sumayya", "taofeek": "taofik", "taofeeq": "taofik", "theresa": "theresa", "tidjani": "tijjani", "tijjani": "tijjani", "uchenna": "uchenna", "usumanu": "usman", "uthmaan": "usman", "yahaiya": "yahaya", "youssef": "yusuf", "zainabu": "zainab", "zakaria": "zakari", "abdallah": "abdullahi", "abdulahi": "abdullahi", "abdullah": "abdullahi", "abubacar": "abubakar", "abubakar": "abubakar", "abubaker": "abubakar", "adeshola": "adesola", "bilikisu": "bilkisu", "catherin": "catherine", "emmanual": "emmanuel", "emmanuel": "emmanuel", "fatimatu": "fatima", "geoffrey": "geoffrey", "habibatu": "habiba", "halimatu": "halima", "hussaini": "hussain", "husseini": "hussain", "ibraheem": "ibrahim", "ibrahima": "ibrahim", "ikechuku": "ikechukwu", "immanuel": "emmanuel", "kathrine": "catherine", "khadeeja": "khadija", "khadijah": "khadija", "khadijat": "khadija", "mohammad": "muhammad", "mohammed": "muhammad", "mohideen": "muideen", "moukhtar": "mukhtar", "muhammad": "muhammad", "muhammed": "muhammad", "muhideen": "muideen", "muhydeen": "muideen", "mukhtari": "mukhtar", "murtadha": "murtala", "mustafah": "mustapha", "mustapha": "mustapha", "musthafa": "mustapha", "muyideen": "muideen", "nafisatu": "nafisa", "nuradeen": "nuruddeen", "nuruddin": "nuruddeen", "nurudeen": "nuruddeen", "nwachuku": "nwachukwu", "olusegun": "olusegun", "olusheun": "oluwaseun", "olushola": "olusola", "rasheeda": "rashida", "rashidat": "rashida", "rukayyat": "rukayya", "rukkayya": "rukayya", "ruqayyah": "rukayya", "ruqayyat": "rukayya", "safiyatu": "safiya", "safiyyah": "safiya", "sakinatu": "sakina", "salamatu": "salamatu", "siddique": "sadiq", "sulaiman": "suleiman", "sulaimon": "suleiman", "sulayman": "suleiman", "suleiman": "suleiman", "sulemana": "suleiman", "sulieman": "suleiman", "sumayyah": "sumayya", "sumayyat": "sumayya", "zacharia": "zakari", "zakariya": "zakari", "abdulazez": "abdulaziz", "abdulazis": "abdulaziz", "abdulaziz": "abdulaziz", "abdullahi": "abdullahi", "aboubakar": "abubakar", "abubakari": "abubakar", "abubarkar": "abubakar", "catherine": "catherine", "elisabeth": "elizabeth", "elizabeth": "elizabeth", "ikechukwu": "ikechukwu", "kamaldeen": "kamaldeen", "katherine": "catherine", "mohammadu": "muhammad", "moustapha": "mustapha", "muhammadu": "muhammad", "muhyideen": "muideen", "nuraddeen": "nuruddeen", "nuruddeen": "nuruddeen", "nwachukwu": "nwachukwu", "olushegun": "olusegun", "oluwaseun": "oluwaseun", "rasheedat": "rashida", "zachariah": "zakari", "zakariyya": "zakari", "abdoullahi": "abdullahi", "abdulazeez": "abdulaziz", "abdulkader": "abdulkadir", "abdulkadir": "abdulkadir", "abdulkadri": "abdulkadir", "abdulkarim": "abdulkarim", "abdulqadir": "abdulkadir", "abdulqadri": "abdulkadir", "abdulraman": "abdulrahman", "abdulrasak": "abdulrazaq", "abdulrasaq": "abdulrazaq", "abdulrazak": "abdulrazaq", "abdulrazaq": "abdulrazaq", "abdurahman": "abdulrahman", "abdurraman": "abdulrahman", "abdurrazak": "abdulrazaq", "abdurrazaq": "abdulrazaq", "chukuemeka": "chukwuemeka", "kamalideen": "kamaldeen", "kamaludeen": "kamaldeen", "kamarudeen": "kamaldeen", "oluwasheun": "oluwaseun", "souleymane": "suleiman", "abdulkareem": "abdulkarim", "abdulrahman": "abdulrahman", "abdulrahmon": "abdulrahman", "abdulrazzaq": "abdulrazaq", "abdurrahman": "abdulrahman", "chukwuemeka": "chukwuemeka", "kamaluddeen": "kamaldeen", "abdulrahaman": "abdulrahman", "abdurrahaman": "abdulrahman"}'::jsonb;

CREATE OR REPLACE FUNCTION public.new_ticket_code()
 RETURNS text
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random_bytes, place) & 31) + 1, 1), ''
    order by place)
  from (select gen_random_bytes(18) as random_bytes) as drawn, generate_series(0, 17) as place;
$function$;

CREATE OR REPLACE FUNCTION public.note_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into activities (organisation, zone, demo, at, audit_id)
  select organisation, zone, demo, new.at, new.id from bookings
  where new.record_type = 'booking' and id = new.record_id
  union all
  select organisation, zone, demo, new.at, new.id from collisions
  where new.record_type = 'collision' and id = new.record_id
  union all
  select organisation_of_state(state), coalesce(zone, ''), demo, new.at, new.id from users
  where new.record_type = 'user' and id = new.record_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_collision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo)
    values ('collisions', old.organisation, old.zone, old.demo, lagos_day(old.created_at), -1, 0);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo)
    values ('collisions', new.organisation, new.zone, new.demo, lagos_day(new.created_at), 1, 0);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_list_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo, officer_id)
    values (list_of(old.paid, old.completed, old.withdrawn_at is not null), old.organisation,
            old.zone, old.demo, lagos_day(old.created_at), -1, -old.price_kobo, old.created_by);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo, officer_id)
    values (list_of(new.paid, new.completed, new.withdrawn_at is not null), new.organisation,
            new.zone, new.demo, lagos_day(new.created_at), 1, new.price_kobo, new.created_by);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_offence_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into offence_changes (organisation, zone, demo, made_on, bookings, open, offences, kobo)
  select booking.organisation, booking.zone, booking.demo, lagos_day(booking.created_at), counts,
         case when booking.paid or booking.withdrawn_at is not null then 0 else counts end,
         array_agg(charged.offence_id), array_agg(charged.kobo)
  from (
    select -1 as counts, line.offence_id, sum(line.amount_kobo)::bigint as kobo
    from booking_offences as line
    where line.booking_id = old.booking_id
    group by line.offence_id
    union all
    select 1, offence_id, sum(amount_kobo)::bigint
    from (
      select line.offence_id, line.amount_kobo
      from booking_offences as line
      where line.booking_id = old.booking_id and line.line <> old.line
      union all
      select new.offence_id, new.amount_kobo where tg_op = 'UPDATE'
    ) as left_standing
    group by offence_id
  ) as charged, bookings as booking
  where booking.id = old.booking_id
  group by booking.id, counts;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION public.note_offences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Of a booking that had lines before, these are taken back, and all of them count anew.
  insert into offence_changes (organisation, zone, demo, made_on, bookings, open, offences, kobo)
  select booking.organisation, booking.zone, booking.demo, lagos_day(booking.created_at), counts,
         case when booking.paid or booking.withdrawn_at is not null then 0 else counts end,
         array_agg(charged.offence_id), array_agg(charged.kobo)
  from (
    select line.booking_id, 1 as counts, line.offence_id, sum(line.amount_kobo)::bigint as kobo
    from booking_offences as line
    where line.booking_id in (select booking_id from added)
    group by line.booking_id, line.offence_id
    union all
    select line.booking_id, -1, line.offence_id, sum(line.amount_kobo)::bigint
    from booking_offences as line
    where line.booking_id in (select booking_id from added)
      and not exists (select from added
                      where added.booking_id = line.booking_id and added.line = line.line)
    group by line.booking_id, line.offence_id
  ) as charged
    join bookings as booking on booking.id = charged.booking_id
  group by booking.id, counts;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_offences_of_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  was_open integer := case when old.paid or old.withdrawn_at is not null then 0 else 1 end;
  is_open integer := case when new.paid or new.withdrawn_at is not null then 0 else 1 end;
  named text[];
  charged bigint[];
begin
  select array_agg(offence_id), array_agg(kobo) into named, charged
  from (
    select line.offence_id, sum(line.amount_kobo)::bigint as kobo
    from booking_offences as line where line.booking_id = new.id
    group by line.offence_id
  ) as lines;
  if named is null then
    return null;
  end if;
  if (old.organisation, old.zone, old.demo, lagos_day(old.created_at))
    = (new.organisation, new.zone, new.demo, lagos_day(new.created_at))
  then
    if is_open <> was_open then
      insert into offence_changes
        (organisation, zone, demo, made_on, bookings, open, offences, kobo)
      values (new.organisation, new.zone, new.demo, lagos_day(new.created_at), 0,
              is_open - was_open, named, charged);
    end if;
  else
    insert into offence_changes (organisation, zone, demo, made_on, bookings, open, offences, kobo)
    values (old.organisation, old.zone, old.demo, lagos_day(old.created_at), -1, -was_open,
            named, charged),
           (new.organisation, new.zone, new.demo, lagos_day(new.created_at), 1, is_open,
            named, charged);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_published_root(of_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if of_day >= lagos_day(now()) then
    raise exception 'The day % has not ended.', of_day using errcode = 'check_violation';
  end if;
  insert into published_roots (day, number, hash)
  select of_day, number, hash from audit_seals
  where sealed_at < (of_day + 1)::timestamp at time zone 'Africa/Lagos'
  order by number desc limit 1
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.note_security_events(events jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  this_minute timestamptz := date_trunc('minute', clock_timestamp());
  of_strangers constant integer := 2000;
  of_one_address constant integer := 200;
  of_all constant text := 'more than are told apart in a day';
  of_one constant text := 'more than are told apart of one address in a day';
begin
  insert into security_events (minute, kind, account, concerns, address, about, ours, count)
  with sent as (
    select left(kind, 40) as kind, left(coalesce(account, ''), 64) as account,
           left(coalesce(concerns, ''), 64) as concerns, left(coalesce(address, ''), 64) as address,
           left(about, 200) as about, least(sum(greatest(noted.count, 1)), 1000000) as count
    from jsonb_to_recordset(events) as noted
      (kind text, account text, concerns text, address text, about text, count integer)
    group by 1, 2, 3, 4, 5
  ),
  placed as (
    select sent.*, exists (select from users where id in (sent.account, sent.concerns)) as ours
    from sent
  ),
  today as materialized (
    select address, count(*) as rows from security_events
    where not ours and about not in (of_all, of_one)
      and minute >= date_trunc('day', this_minute, 'UTC')
    group by address
  ),
  numbered as (
    select placed.*,
           coalesce((select sum(rows) from today), 0)
             + row_number() over (partition by ours order by kind, account, address, about)
             as of_day,
           coalesce((select rows from today where today.address = placed.address), 0)
             + row_number() over (partition by ours, address order by kind, account, about)
             as of_address
    from placed
  ),
  told as (
    select kind,
      case when ours or of_day <= of_strangers and of_address <= of_one_address
        then account else '' end as who,
      case when ours or of_day <= of_strangers and of_address <= of_one_address
        then concerns else '' end as whom,
      case when ours or of_day <= of_strangers then address else '' end as where_from,
      case when ours or of_day <= of_strangers and of_address <= of_one_address then about
           when of_day <= of_strangers then of_one else of_all end as what,
      ours, count
    from numbered
  )
  select this_minute, kind, who, whom, where_from, what, ours, least(sum(count), 1000000)::integer
  from told
  group by kind, who, whom, where_from, what, ours
  order by kind, who, whom, where_from, what
  on conflict (minute, kind, account, concerns, address, about)
    do update set count = least(security_events.count + excluded.count, 1000000);
end $function$;

CREATE OR REPLACE FUNCTION public.note_verification(walked_rows bigint, walked_seals bigint, places text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if walked_seals > coalesce((select max(number) from audit_seals), 0) then
    raise exception 'There are no % seals to walk.', walked_seals using errcode = 'check_violation';
  end if;
  insert into verifications (at, rows, seals, findings)
  values (clock_timestamp(), walked_rows, walked_seals, places);
end $function$;

CREATE OR REPLACE FUNCTION public.offence_fee_is_to_come()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
begin
  if tg_op <> 'INSERT' and old.from_day <= today or tg_op <> 'DELETE' and new.from_day <= today then
    raise exception 'A fee is set for a day to come, and stands from that day on.'
      using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION public.organisation_of_state(state text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE state WHEN 'Lagos'::text THEN 'Lagos FRSC'::text WHEN 'Abuja'::text THEN 'Abuja FRSC'::text ELSE COALESCE(state, ''::text) END;

CREATE OR REPLACE FUNCTION public.payment_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  kept payments := new;
begin
  if tg_op = 'UPDATE' then
    kept.organisation := old.organisation;
    kept.zone := old.zone;
    kept.demo := old.demo;
    if kept is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'The payment of booking % is final.', old.booking_id
    using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.phone_key(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(CASE WHEN (octet_length(given) = length(given)) THEN given ELSE NORMALIZE(given, NFKD) END, '[^0-9]'::text, ''::text, 'g'::text), '^(00)?2340?([1-9][0-9]{6,9})$'::text, '0\2'::text), '^([789][0-9]{9})$'::text, '0\1'::text);

CREATE OR REPLACE FUNCTION public.place_offence()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  select organisation, zone, demo, created_at
    into new.organisation, new.zone, new.demo, new.booked_at
    from bookings where id = new.booking_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.place_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  select organisation, zone, demo into new.organisation, new.zone, new.demo
    from bookings where id = new.booking_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.prune_list_changes()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from list_changes
    where at < now() - interval '1 day' and xid < (select xid from list_watermark)
    returning 1
  )
  select count(*) from gone
$function$;

CREATE OR REPLACE FUNCTION public.prune_lookups(days integer, at_most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with old as (
    select id from lookups
    where at < now() - make_interval(days => greatest(days, 90))
    limit at_most
  ),
  gone as (
    delete from lookups where id in (select id from old) returning 1
  )
  select count(*) from gone
$function$;

CREATE OR REPLACE FUNCTION public.prune_offences(days_counted integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from offence_changes where xid < (select xid from offence_watermark);
  delete from offence_counters
  where span = 'day' and starts <= lagos_day(now()) - greatest(days_counted, 31);
$function$;

CREATE OR REPLACE FUNCTION public.prune_outbox(older_than interval)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with folded as (
    select xid, seq
    from (
      select xid, seq from counter_watermark
      union all
      select xid, seq from reconciliation_watermark
    ) as marks
    order by xid, seq limit 1
  ),
  fresh as (
    select xid, seq from outbox
    where at >= now() - greatest(older_than, interval '1 day') order by xid, seq limit 1
  ),
  last_old as (
    select xid, seq from outbox
    where (xid, seq) <= ((select xid from folded), (select seq from folded))
      and (not exists (select from fresh)
           or (xid, seq) < ((select xid from fresh), (select seq from fresh)))
    order by xid desc, seq desc limit 1
  ),
  gone as (
    delete from outbox
    where (xid, seq) < ((select xid from last_old), (select seq from last_old))
    returning 1
  )
  select count(*) from gone
$function$;

CREATE OR REPLACE FUNCTION public.prune_security_events()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from security_events where minute < now() - interval '1 year';
$function$;

CREATE OR REPLACE FUNCTION public.recount_reconciliation()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET work_mem TO '64MB'
AS $function$
declare
  figures text[] := '{issued, billed, paid, cleared, withdrawn, received}';
  columns text := (
    select string_agg(format('%1$s, %1$s_kobo', figure), ', ')
    from unnest(figures) as figure);
  counted text := (
    select string_agg(format('sum(%1$s) as %1$s, sum(%1$s * kobo) as %1$s_kobo', figure), ', ')
    from unnest(figures) as figure);
  added text := (
    select string_agg(format('sum(%1$s), sum(%1$s_kobo)', figure), ', ')
    from unnest(figures) as figure);
begin
  delete from reconciliation_watermark;
  delete from reconciliation_counters;
  execute format($statement$
    with records as materialized (
      select booking_id, organisation, zone, demo, day, date_trunc('month', day)::date as month,
             officer_id, kobo, issued, billed, paid, cleared, withdrawn, received
      from (
        select booking_id, organisation, zone, demo, day, officer_id, kobo, issued, billed, paid,
               cleared, withdrawn, received
        from reconciliation_records
        union all
        select booking_id, organisation, zone, demo, day, officer_id, kobo, -issued, -billed, -paid,
               -cleared, -withdrawn, -received
        from reconciliation_changes
        where (xid, seq)
          > ((select xid from counter_watermark), (select seq from counter_watermark))
      ) as standing
    ),
    heads as materialized (
      select organisation, zone, demo, day, month, code, min(name) as name,
             min(offence_id) as offence_id, %2$s
      from (
        select records.organisation, records.zone, records.demo, day, month, line.code, line.name,
               line.offence_id, line.amount_kobo as kobo, issued, billed, paid, cleared, withdrawn,
               received
        from records join booking_offences as line on line.booking_id = records.booking_id
      ) as lines
      group by organisation, zone, demo, day, month, code
    ),
    mark as (
      insert into reconciliation_watermark (xid, seq) select xid, seq from counter_watermark
    )
    insert into reconciliation_counters
      (kind, organisation, span, starts, zone, demo, key, name, offence_id, %1$s)
    select *
    from (
      select 'place', organisation, 'day', day as starts, zone, demo, '', '', '', %2$s
      from records group by organisation, day, zone, demo
      union all
      select 'officer', organisation, 'day', day, '', demo, officer_id, '', '', %2$s
      from records group by organisation, day, demo, officer_id
      union all
      select 'officer', organisation, 'month', month, zone, demo, officer_id, '', '', %2$s
      from records group by organisation, month, zone, demo, officer_id
      union all
      select 'head', organisation, 'day', day, '', demo, code, min(name), min(offence_id), %3$s
      from heads group by organisation, day, demo, code
      union all
      select 'head', organisation, 'month', month, zone, demo, code, min(name), min(offence_id), %3$s
      from heads group by organisation, month, zone, demo, code
    ) as gathered
    order by starts$statement$, columns, counted, added);
end $function$;

CREATE OR REPLACE FUNCTION public.replace_account_activities()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update activities
    set organisation = organisation_of_state(new.state), zone = coalesce(new.zone, ''),
        demo = new.demo
    from audit
    where activities.organisation = organisation_of_state(old.state)
      and activities.zone = coalesce(old.zone, '') and activities.demo = old.demo
      and audit.id = activities.audit_id
      and audit.record_type = 'user' and audit.record_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.replace_activities()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update activities
    set organisation = new.organisation, zone = new.zone, demo = new.demo
    from audit
    where (activities.organisation, activities.zone, activities.demo)
        = (old.organisation, old.zone, old.demo)
      and audit.id = activities.audit_id
      and audit.record_type = tg_argv[0] and audit.record_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.replace_bill_check()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update bill_checks
    set organisation = new.organisation, zone = new.zone, demo = new.demo
    where booking_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.replace_offences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update booking_offences
    set organisation = new.organisation, zone = new.zone, demo = new.demo,
        booked_at = new.created_at
    where booking_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.replace_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update payments set organisation = new.organisation, zone = new.zone, demo = new.demo
    where booking_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.seal_audit(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  last audit_seals;
  last_xid xid8;
  last_id bigint;
  ids bigint[];
  end_xid xid8;
  digest text;
  moment timestamptz;
  own_number bigint;
begin
  if not pg_try_advisory_xact_lock(4400002) then
    return 0;
  end if;
  select * into last from audit_seals order by number desc limit 1;
  last_xid := coalesce(last.xid, '0');
  last_id := coalesce(last.row_ids[cardinality(last.row_ids)], 0);
  select array_agg(due.id order by due.xid, due.id),
         (array_agg(due.xid order by due.xid, due.id))[count(*)],
         encode(sha256(convert_to(
           string_agg(due.id || ' ' || due.hash, e'\n' order by due.xid, due.id), 'UTF8')), 'hex')
    into ids, end_xid, digest
    from (
      select id, xid, hash from audit
      where (xid, id) > (last_xid, last_id) and xid < transaction_horizon()
      order by xid, id
      limit at_most
    ) as due;
  if ids is null then
    return 0;
  end if;
  moment := date_trunc('milliseconds', clock_timestamp());
  own_number := coalesce(last.number, 0) + 1;
  insert into audit_seals (number, sealed_at, xid, row_ids, digest, previous_hash, hash)
  values (
    own_number, moment, end_xid, ids, digest, coalesce(last.hash, ''),
    encode(sha256(convert_to(
      format('{"digest":"%s","number":%s,"previousHash":"%s","rowIds":[%s],"sealedAt":"%s","xid":"%s"}',
             digest, own_number, coalesce(last.hash, ''), array_to_string(ids, ','),
             to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), end_xid),
      'UTF8')), 'hex'));
  return cardinality(ids);
end $function$;

CREATE OR REPLACE FUNCTION public.search_text_of(booking bookings)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN lower(concat_ws('
'::text, folded((booking).name), folded((booking).registration), (booking).phone_no, (booking).phone_two, folded((booking).license), substr((booking).id, 11), COALESCE((booking).bill_ref, ''::text), spelling_key((booking).registration), spelling_key((booking).license), substr((booking).id, 11), spelling_key(COALESCE((booking).bill_ref, ''::text)), phone_key((booking).phone_no), phone_key((booking).phone_two), NULLIF(usual_spellings(folded((booking).name)), ''::text), (SELECT ((folded(payment.receipt) || '
'::text) || spelling_key(payment.receipt)) FROM payments payment WHERE ((payment.booking_id = (search_text_of.booking).id) AND (payment.receipt <> ''::text)))));

CREATE OR REPLACE FUNCTION public.search_text_of(collision collisions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN lower(concat_ws('
'::text, (SELECT string_agg(concat_ws('
'::text, folded(vehicle.name), folded(vehicle.plate), vehicle.phone, spelling_key(vehicle.plate), phone_key(vehicle.phone), NULLIF(usual_spellings(folded(vehicle.name)), ''::text)), '
'::text ORDER BY vehicle.line) AS string_agg FROM collision_vehicles vehicle WHERE (vehicle.collision_id = (search_text_of.collision).id)), folded((collision).location), (collision).id));

CREATE OR REPLACE FUNCTION public.set_confirmed_fee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (select demo from users where id = new.decided_by) <> new.demo then
    raise exception 'A fee of the demo is confirmed in the demo alone.'
      using errcode = 'check_violation';
  end if;
  insert into offence_fees
    (organisation, demo, offence_id, from_day, amount_kobo, reason, set_by, set_at, confirmed_by)
  values (new.organisation, new.demo, new.offence_id, new.from_day, new.amount_kobo, new.reason,
          new.proposed_by, new.proposed_at, new.decided_by)
  on conflict (organisation, demo, offence_id, from_day) do update
    set amount_kobo = excluded.amount_kobo, reason = excluded.reason, set_by = excluded.set_by,
        set_at = excluded.set_at, confirmed_by = excluded.confirmed_by;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.spelling_key(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN translate(regexp_replace(CASE WHEN (octet_length(given) = length(given)) THEN given ELSE folded(given) END, '[^A-Za-z0-9]'::text, ''::text, 'g'::text), 'abcdefghijklmnopqrstuvwxyzOI'::text, 'ABCDEFGH1JKLMN0PQRSTUVWXYZ01'::text);

CREATE OR REPLACE FUNCTION public.statement_waits_for_a_second_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  as_it_was statements := new;
begin
  if tg_op = 'INSERT' then
    if new.decided_by is null
      and (new.source, new.state) in (('sent', 'waiting'), ('fetched', 'in force')) then
      new.lines := 0;
      new.kobo := 0;
      return new;
    end if;
  elsif old.state = 'waiting' and new.state <> 'waiting' and new.decided_by is not null then
    return new;
  else
    as_it_was.lines := old.lines;
    as_it_was.kobo := old.kobo;
    if as_it_was is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'A statement that was sent waits for a second person, who decides it once.'
    using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.transaction_horizon()
 RETURNS xid8
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN pg_snapshot_xmin(pg_current_snapshot());

CREATE OR REPLACE FUNCTION public.transaction_number()
 RETURNS xid8
 LANGUAGE sql
 STABLE
RETURN pg_current_xact_id();

CREATE OR REPLACE FUNCTION public.transactions_begun()
 RETURNS xid8
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN pg_snapshot_xmax(pg_current_snapshot());

CREATE OR REPLACE FUNCTION public.usual_spellings(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT COALESCE(string_agg((name_spellings() ->> words.word), ' '::text ORDER BY words.place), ''::text) AS "coalesce" FROM regexp_split_to_table(usual_spellings.given, '[^a-z]+'::text) WITH ORDINALITY words(word, place));

CREATE OR REPLACE FUNCTION public.vehicle_picture_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (old.driver_file is distinct from new.driver_file and not exists (
       select from coming_files
       where collision_id = new.collision_id and vehicle_line = new.line and shows = 'driver'
         and file_id = new.driver_file and old.driver_file is null))
    or (old.vehicle_file is distinct from new.vehicle_file and not exists (
       select from coming_files
       where collision_id = new.collision_id and vehicle_line = new.line and shows = 'vehicle'
         and file_id = new.vehicle_file and old.vehicle_file is null)) then
    raise exception 'A picture of a vehicle is never exchanged.' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.watch_bill()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  begun timestamptz := now();
begin
  if new.paid then
    delete from bill_checks where booking_id = new.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    begun := coalesce(new.withdrawn_at, new.created_at);
  end if;
  -- Until then a payment is noticed by Check Status or a notice; the sweeps need not ask.
  insert into bill_checks (booking_id, gateway, organisation, zone, demo, since, next_check_at)
  values (new.id, new.bill_gateway, new.organisation, new.zone, new.demo,
          begun, begun + interval '10 minutes')
  on conflict (booking_id) do update
    set since = excluded.since,
        next_check_at = least(bill_checks.next_check_at, excluded.next_check_at);
  return null;
end $function$;
