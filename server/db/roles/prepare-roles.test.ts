import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { ownerPool } from '../owner-pool.ts'
import { createPool } from '../pool.ts'
import { type OwnServer, startOwnServer } from '../testing/own-server.ts'
import { prepareRoles } from './prepare-roles.ts'
import { roles, roleUrls } from './role-urls.ts'

/** A server on which no roles exist yet, and users as an administrator makes them for Heddle. */
let server: OwnServer
let admin: pg.Client

beforeAll(async () => {
  server = await startOwnServer()
  admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.drop()
})

async function databaseOf(user: string, rights: string): Promise<string> {
  await admin.query(`create role ${user} login ${rights} password 'p@ss/${user}'`)
  await admin.query(`create database ${user} owner ${user}`)
  const url = new URL(server.url)
  url.username = user
  url.password = encodeURIComponent(`p@ss/${user}`)
  url.pathname = `/${user}`
  await migrate(url.href)
  return url.href
}

describe('the roles of a database that somebody else administers (access 3; ASVS 13.2.1, 13.2.2)', () => {
  it('are refused in one sentence to a user who may not make roles', async () => {
    const refused = prepareRoles(await databaseOf('weak', ''))
    await expect(refused).rejects.toThrow(
      'HEDDLE_AUTH=on needs a database user that may make roles, and weak may not make heddle_engine. Let an administrator of the database run: alter role "weak" createrole (see docs/operations.md).',
    )
  })

  it('are refused for a URL without a password', async () => {
    const url = new URL(server.url)
    url.password = ''
    await expect(prepareRoles(url.href)).rejects.toThrow('DATABASE_URL with a password')
  })

  it('are made by a user that is no superuser, once, and separate owners', async () => {
    const url = await databaseOf('makes_roles', 'createrole')
    const urls = await prepareRoles(url)
    expect(await prepareRoles(url)).toEqual(urls)
    const web = createPool(urls.web, 1)
    const engine = createPool(urls.engine, 1)
    const owner = createPool(url, 1)
    const insert = `insert into draft (owner_id, name, text, updated_by) values ('alpha', 'A', '', 'a'), ('beta', 'B', '', 'b')`
    await owner.query(insert)
    const names = async (pool: pg.Pool) =>
      (await pool.query('select name from draft order by 1')).rows.map(({ name }) => name)
    expect(await names(ownerPool(web, 'alpha'))).toEqual(['A'])
    expect(await names(web)).toEqual([])
    expect(await names(engine)).toEqual(['A', 'B'])
    expect(await names(owner), 'and local mode afterwards').toEqual(['A', 'B'])
    await Promise.all([web, engine, owner].map((pool) => pool.end()))
  })

  it('are refused to a second user on the same server, who cannot set their passwords', async () => {
    await expect(prepareRoles(await databaseOf('second', 'createrole'))).rejects.toThrow(
      'HEDDLE_AUTH=on needs the database role heddle_engine, which another user has made. Let an administrator of the database run: grant heddle_engine to "second" with admin option',
    )
  })

  it('are refused when one of them could pass the policies', async () => {
    const url = new URL(server.url)
    url.pathname = '/makes_roles'
    url.username = 'makes_roles'
    url.password = encodeURIComponent('p@ss/makes_roles')
    for (const [strong, weak] of [
      ['alter role heddle_web bypassrls', 'alter role heddle_web nobypassrls'],
      ['grant heddle_engine to heddle_web', 'revoke heddle_engine from heddle_web'],
    ] as const) {
      await admin.query(strong)
      await expect(prepareRoles(url.href)).rejects.toThrow('The database role heddle_web has rights beyond')
      await admin.query(weak)
      await expect(prepareRoles(url.href)).resolves.toBeDefined()
    }
  })

  it('have passwords that no statement sends in clear (access 3; ASVS 13.2.3)', async () => {
    const { rows } = await admin.query<{ verifier: string }>(
      'select rolpassword as verifier from pg_authid where rolname = $1',
      [roles.web],
    )
    expect(rows[0]?.verifier).toMatch(/^SCRAM-SHA-256\$4096:/)
    // Each role has a password of its own, of 256 bits, that follows from the one of the installation.
    const of = (password: string) =>
      Object.values(roleUrls(`postgresql://u:${password}@h/d`) ?? {}).map((text) => new URL(text).password)
    const passwords = [...of('one'), ...of('two')]
    expect(new Set(passwords).size).toBe(8)
    for (const each of passwords) expect(each).toMatch(/^[\w-]{43}$/)
  })
})
