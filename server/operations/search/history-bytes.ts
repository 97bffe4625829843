/**
 * SQL of the bytes of a run's history behind the event `after`, up to the event `until`. PostgreSQL knows the length of a
 * text without reading it.
 */
export const bytesBetween = (runId: string, after: string, until: string) =>
  `(select coalesce(sum(octet_length(h.events)), 0) from run_log h
     where h.run_id = ${runId} and h.seq > ${after} and h.seq <= ${until})`
