import type { Command } from '#core/run/command.ts'
import type { Queryable } from '../store/connection/connection.ts'
import { deliver } from '../store/deliver.ts'

export interface Letter {
  readonly runId: string
  readonly command: Command
}

/** Puts letters into the mailboxes of their runs; runs that no engine holds become ready. */
export async function rowsOfLetters(connection: Queryable, letters: readonly Letter[]): Promise<void> {
  if (letters.length === 0) return
  await connection.query({
    name: 'locks-letters',
    text: `
with letters as (
  select l.run_id, l.command from jsonb_to_recordset($1::jsonb) as l(run_id uuid, command text)
    join run_state s on s.run_id = any(array[l.run_id])
),
${deliver('letters')}
select`,
    values: [
      JSON.stringify(letters.map(({ runId, command }) => ({ run_id: runId, command: JSON.stringify(command) }))),
    ],
  })
}
