import type { ClientBase } from 'pg'

/** The counts of ended runs belong to no owner: they follow the entries that move. */
export async function changeCounts(client: ClientBase, ownerId: string, sign: 1 | -1): Promise<void> {
  await client.query(
    `insert into run_count (status, bucket, runs)
     select counted, 0, $2::int * count(*) from (
       select counted from run_search where owner_id = $1
        union all select counted from removed_run where owner_id = $1) moved
      where counted is not null group by counted
     on conflict (status, bucket) do update set runs = run_count.runs + excluded.runs`,
    [ownerId, sign],
  )
}
