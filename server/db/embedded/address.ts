import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How a running server is reached. */
export interface Address {
  readonly port: number
  /** Where its Unix socket lies; null when there is none, and it is reached by TCP. */
  readonly socketFolder: string | null
}

/** What fits into the address of a Unix socket on every system, without the zero at its end. */
const SOCKET_PATH_BYTES = 103
const LONGEST_PORT = 65_535

/**
 * A Unix socket saves a third of what a round trip costs either side. It lies in PostgreSQL's own folder,
 * which only its user may enter; where that has too long a name, or Node knows no such sockets, there is none.
 */
export function socketFolderIn(cluster: string): string | null {
  const path = join(cluster, `.s.PGSQL.${LONGEST_PORT}`)
  return process.platform === 'win32' || Buffer.byteLength(path) > SOCKET_PATH_BYTES ? null : cluster
}

/** Both ways are in it: who knows nothing of sockets reads host and port. */
export function urlTo({ port, socketFolder }: Address, password: string, database: string): string {
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`
  return socketFolder === null ? url : `${url}?host=${encodeURIComponent(socketFolder)}`
}

/** By what PostgreSQL itself leaves in its folder while it runs, and for a while when it was killed. */
export async function readPidFile(cluster: string): Promise<(Address & { readonly pid: number }) | null> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return pid > 0 && port > 0 ? { pid, port, socketFolder: lines[4]?.trim() || null } : null
}
