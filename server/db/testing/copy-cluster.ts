import { execFile } from 'node:child_process'
import { chmod, chown, copyFile, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { choosePlace } from '../embedded/place.ts'

const run = promisify(execFile)

/** A folder for the data of a server, which its user may enter. */
export async function newFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `heddle-${name}-`))
  await chmod(folder, 0o755)
  return folder
}

/** Copies the files of a running server, as its documentation has it for a low-level base backup, to one that is to follow it or to be restored. */
export async function copyCluster(
  url: string,
  fromFolder: string,
  toFolder: string,
  signal: 'standby.signal' | 'recovery.signal',
): Promise<void> {
  await copyFile(join(fromFolder, 'postgres-password'), join(toFolder, 'postgres-password'))
  const [{ cluster: from }, { cluster: to, user }] = [await choosePlace(fromFolder), await choosePlace(toFolder)]
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('copy', true)`)
  const names = (await readdir(from)).filter((name) => !/^(postmaster\.|\.s\.PGSQL)/.test(name))
  // With its owner, who is not ourselves where this runs as root.
  await run('cp', ['-a', ...names.map((name) => join(from, name)), to])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  for (const [name, text] of Object.entries({ backup_label: rows[0]?.labelfile ?? '', [signal]: '' })) {
    await writeFile(join(to, name), text)
    if (user) await chown(join(to, name), user.uid, user.gid)
  }
}
