import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  readonly version: string
}

/** This web process. Every process of an installation has the same version: two versions share no database. */
export function installation() {
  return {
    version,
    node: process.versions.node,
    pid: process.pid,
    startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
  }
}
