import { FAN_OUT } from '#core/run/fan-out/fan-out.ts'
import type { Check } from './check.ts'

export const definitionChecks: readonly Check[] = [
  {
    invariant: 10,
    what: 'is a published version whose text is not what its hash says, or whose number nobody gave out',
    over: 'definition',
    sql: `
select d.name as run_id from definition d left join workflow w using (owner_id, name)
 where (d.version > 0 and d.hash <> encode(sha256(convert_to(d.text, 'UTF8')), 'hex'))
    or d.version > coalesce(w.latest_version, 0) and d.name <> '${FAN_OUT}'`,
  },
  {
    // A fan-out executes the definition that was generated for it.
    invariant: 10,
    what: 'runs a version that is not there, or is not the one that it began with',
    over: 'run',
    sql: `
select r.id as run_id from (select id, owner_id, coalesce(fan_out_version, version) as version,
                                   case when fan_out_version is null then workflow else '${FAN_OUT}' end as workflow
                              from run) r
  left join definition d on (d.owner_id, d.name, d.version) = (r.owner_id, r.workflow, r.version)
  left join history h on h.run_id = r.id and h.seq = 1
 where d.name is null or h.payload->>'hash' is distinct from d.hash
    or (h.payload->>'version')::int is distinct from r.version`,
  },
]
