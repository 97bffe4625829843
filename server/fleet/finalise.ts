import pg, { type ClientBase } from 'pg'
import { limits } from '#core/limits.ts'
import { speaks } from './vocabulary.ts'

/** Why an installation cannot be finalised now; the message says what to do. */
export class FinaliseRefused extends Error {}

interface Older {
  readonly id: string
  readonly kind: string
  readonly version: string
}

const MOST_NAMED = 3

/** The living processes that do not speak the vocabulary of this version. */
async function olderProcesses(client: Pick<ClientBase, 'query'>): Promise<readonly Older[]> {
  const { rows } = await client.query<Older>(
    'select id, kind, version from fleet_process where expires_at > clock_timestamp() and speaks < $1 order by id',
    [speaks],
  )
  return rows
}

/** The engines that have a lease and no row as a process: they are of a version before there were such rows. */
async function silentEngines(client: Pick<ClientBase, 'query'>): Promise<readonly Older[]> {
  const { rows } = await client.query<Older>(
    `select host || ':' || pid as id, 'engine' as kind, 'before 0.3' as version
       from engine where lease_expires_at > clock_timestamp() and process_id is null order by 1`,
  )
  return rows
}

/**
 * Raises the vocabulary that may be written to that of this version; from then on, no earlier version may be started. Throws
 * `FinaliseRefused` while one runs.
 */
export async function finalise(client: Pick<ClientBase, 'query'>): Promise<'raised' | 'was already'> {
  const older = [...(await olderProcesses(client)), ...(await silentEngines(client))]
  if (older.length > 0) {
    const named = older.slice(0, MOST_NAMED).map(({ id, kind, version }) => `${kind} ${id} (${version})`)
    const more = older.length > MOST_NAMED ? ` and ${older.length - MOST_NAMED} more` : ''
    throw new FinaliseRefused(
      `Processes of an earlier version still run: ${named.join(', ')}${more}. Replace them, and finalise again.`,
    )
  }
  const { rows } = await client.query<{ vocabulary: number }>('select vocabulary from fleet for update')
  const written = rows[0]?.vocabulary ?? 0
  if (written > speaks) {
    throw new FinaliseRefused(
      `The database is written in vocabulary ${written}, and this version speaks ${speaks}. Run the command of the later version.`,
    )
  }
  if (written === speaks) return 'was already'
  await client.query('update fleet set vocabulary = $1, finalised_at = now()', [speaks])
  return 'raised'
}

/** The same on a connection of its own, in one transaction. */
export async function finaliseDatabase(databaseUrl: string): Promise<'raised' | 'was already'> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: limits.database.connectMs })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    const done = await finalise(client)
    await client.query('commit')
    return done
  } finally {
    await client.end()
  }
}
