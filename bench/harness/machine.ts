import { execFile } from 'node:child_process'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** Where and when a table was made, without which its figures say nothing. */
export interface Machine {
  readonly date: string
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly loadBefore: string
  readonly node: string
  readonly postgres: string
  readonly commit: string
}

export async function describeMachine(serverUrl: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const { rows } = await client.query<{ version: string; synchronous: string; fsync: string }>(
    `select current_setting('server_version') as version, current_setting('synchronous_commit') as synchronous,
            current_setting('fsync') as fsync`,
  )
  await client.end()
  const [row] = rows
  const commit = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname }).catch(() => null)
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${platform()} ${release()} ${arch()}`,
    loadBefore: load(),
    node: process.version,
    postgres: `${row?.version} (fsync ${row?.fsync}, synchronous_commit ${row?.synchronous})`,
    commit: commit?.stdout.trim() ?? 'unknown',
  }
}

export function load(): string {
  return loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')
}
