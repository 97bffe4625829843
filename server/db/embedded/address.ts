import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The address of a running server. */
export interface Address {
  readonly port: number
  /** The folder of its Unix socket; null without a socket, when only TCP is available. */
  readonly socketFolder: string | null
}

/** The longest path of a Unix socket on every system, without the terminating zero. */
const SOCKET_PATH_BYTES = 103
const LONGEST_PORT = 65_535

/**
 * A Unix socket saves a third of the cost of a round trip on either side. It lies in PostgreSQL's own folder, which
 * only its user may enter. There is none where that path is too long, or Node does not support such sockets.
 */
export function socketFolderIn(cluster: string): string | null {
  const path = join(cluster, `.s.PGSQL.${LONGEST_PORT}`)
  return process.platform === 'win32' || Buffer.byteLength(path) > SOCKET_PATH_BYTES ? null : cluster
}

/** The URL contains both ways: a client without socket support reads host and port. */
export function urlTo({ port, socketFolder }: Address, password: string, database: string): string {
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`
  return socketFolder === null ? url : `${url}?host=${encodeURIComponent(socketFolder)}`
}

/** The address from PostgreSQL's pid file, which exists while the server runs, and for a while after it was killed. */
export async function readPidFile(cluster: string): Promise<(Address & { readonly pid: number }) | null> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return pid > 0 && port > 0 ? { pid, port, socketFolder: lines[4]?.trim() || null } : null
}
