-- Runs by their phase, newest first. The phases through which every run passes are left out, so that a run without an
-- envelope that completes has no entry here: those phases follow from the status, which has an index of its own.
create index "run_state_phase_idx" on "run_state" ("owner_id", "phase", "run_id" desc)
  where "phase" in ('BLOCKED_WAITING', 'RESOURCE_DISCOVERY', 'RESOURCES_DISCOVERED', 'SCHEDULED', 'LOCKING', 'ERROR',
                    'ROLLBACK', 'FAILED_SAFE', 'FAILED_UNSAFE', 'COMPLETED_ACK', 'FAILED_SAFE_ACK', 'FAILED_UNSAFE_ACK');

-- The runs that hold a resource, whoever owns them: local mode sees all owners.
create index "resource_lock_resource_idx" on "resource_lock" ("resource");
