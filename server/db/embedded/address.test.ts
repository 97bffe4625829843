import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { readPidFile, socketFolderIn, urlTo } from './address.ts'

it('names a socket where its path fits into an address, and none where it does not', () => {
  expect(socketFolderIn('/srv/heddle/postgres')).toBe(process.platform === 'win32' ? null : '/srv/heddle/postgres')
  expect(socketFolderIn(`/${'long/'.repeat(20)}postgres`)).toBeNull()
})

it('gives an address by which the driver takes the socket, and everybody else finds the port', () => {
  const folder = '/srv/my heddle, 100 %/postgres'
  const url = urlTo({ port: 5555, socketFolder: folder }, 'secret', 'heddle')
  expect(new URL(url)).toMatchObject({ hostname: '127.0.0.1', port: '5555', pathname: '/heddle' })
  expect(new pg.Client({ connectionString: url })).toMatchObject({ host: folder, port: 5555, database: 'heddle' })
  const withoutSocket = urlTo({ port: 5555, socketFolder: null }, 'secret', 'heddle')
  expect(new pg.Client({ connectionString: withoutSocket })).toMatchObject({ host: '127.0.0.1', port: 5555 })
})

it('reads what PostgreSQL leaves in its folder, with a socket and without', async () => {
  const cluster = await mkdtemp(join(tmpdir(), 'heddle-address-'))
  try {
    expect(await readPidFile(cluster)).toBeNull()
    const file = (socket: string) => `4711\n${cluster}\n1763740000\n5555\n${socket}\n127.0.0.1\n`
    await writeFile(join(cluster, 'postmaster.pid'), file('/srv/sockets'))
    expect(await readPidFile(cluster)).toEqual({ pid: 4711, port: 5555, socketFolder: '/srv/sockets' })
    await writeFile(join(cluster, 'postmaster.pid'), file(''))
    expect(await readPidFile(cluster)).toEqual({ pid: 4711, port: 5555, socketFolder: null })
    await writeFile(join(cluster, 'postmaster.pid'), `4711\n${cluster}\n`)
    expect(await readPidFile(cluster)).toBeNull()
  } finally {
    await rm(cluster, { recursive: true })
  }
})
