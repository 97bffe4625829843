import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { type Env, readEnv } from '#server/env.ts'
import { envSchema } from '#server/env-schema.ts'

const deploy = join(import.meta.dirname, '..', '..', 'deploy')
const read = (path: string) => readFileSync(join(deploy, path), 'utf8')
const files = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).sort()
const processes = ['engine', 'web', 'worker', 'migrate']
/** Variables of other programs, and of Node. */
const foreign = ['HOME', 'NODE_COMPILE_CACHE', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB']
const known = [...Object.keys(envSchema.shape), ...foreign]

type Variables = { readonly [name: string]: string }
// biome-ignore lint/suspicious/noExplicitAny: the shapes are what the tests are about.
type Any = any

function documents(path: string): readonly Any[] {
  return parseAllDocuments(read(path), { merge: true }).map((document) => {
    expect(document.errors, path).toEqual([])
    return document.toJS()
  })
}

/** What the shell would put for `${NAME:?message}` and `${NAME:-default}`. */
const given: Variables = {
  POSTGRES_PASSWORD: 'secret',
  DATABASE_URL: 'postgresql://heddle_owner:secret@db:5432/heddle',
  HEDDLE_PUBLIC_URL: 'https://heddle.example.com',
  HEDDLE_TRUSTED_PROXIES: '172.16.0.0/12',
  HEDDLE_AUTH_SECRET: 'x'.repeat(32),
  HEDDLE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
}
const filled = (text: string) =>
  text.replaceAll(/\$\{(\w+):?[?-]([^}]*)\}/g, (_, name: string, other: string) => given[name] ?? other)

function settings(variables: Readonly<Record<string, unknown>>): Env {
  expect(known).toEqual(expect.arrayContaining(Object.keys(variables)))
  // The file of the master key is on the machines alone.
  const { HEDDLE_MASTER_KEY_FILE: file, ...others } = variables
  const read = file === undefined ? others : { ...others, HEDDLE_MASTER_KEY: given.HEDDLE_MASTER_KEY }
  return readEnv(Object.fromEntries(Object.entries(read).map(([name, value]) => [name, filled(String(value))])))
}

function ofImage(): Variables {
  const [, line = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? []
  return Object.fromEntries(line.split(' ').map((each) => each.split('=') as [string, string]))
}

const seconds = (text: string) => Number(/^(\d+)s?$/.exec(text)?.[1])

describe('the image', () => {
  it('fleet 7: answers its health on the port that it exposes, and starts a process of Heddle as a user', () => {
    const file = read('Dockerfile')
    const env = settings(ofImage())
    expect(env.opsHost).toBe('0.0.0.0')
    expect(/^EXPOSE (.*)$/m.exec(file)?.[1]?.split(' ')).toEqual([String(env.port), String(env.opsPort)])
    expect(/^USER (.*)$/m.exec(file)?.[1]).toBe('10001:10001')
    expect(file).toContain('ln -s /heddle/cli/heddle.mjs /usr/local/bin/heddle')
    expect(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(file)?.[1] ?? '')).toEqual(['heddle'])
    for (const [, path = ''] of file.matchAll(/node (server\S+\.mjs)/g))
      expect(existsSync(join(deploy, '..', path)), path).toBe(true)
  })
})

describe.each(['compose.yaml', 'compose.ha.yaml'])('%s', (path) => {
  const [file] = documents(path)
  const services = Object.entries(file.services as Record<string, Any>).filter(([, { command }]) => command)

  it('fleet 7: starts processes of Heddle, with settings that they accept', () => {
    expect(new Set(services.map(([name]) => name))).toEqual(new Set(processes))
    for (const [name, service] of services) {
      expect(service.command[0], name).toBe(name)
      const env = settings({ ...ofImage(), ...service.environment })
      expect(env.databaseUrl, name).toMatch(/^postgresql:/)
      expect(service.read_only, name).toBe(true)
    }
  })

  it('fleet 7: migrates before the others start, and gives an engine more time than its drain takes', () => {
    for (const [name, service] of services) {
      const after = service.depends_on?.migrate?.condition
      expect(after, name).toBe(name === 'migrate' ? undefined : 'service_completed_successfully')
      const { drainMs } = settings(service.environment)
      expect(seconds(service.stop_grace_period) * 1_000, name).toBeGreaterThan(drainMs)
    }
  })

  it('fleet 7: has several engines, and a web process that its settings let answer', () => {
    const engine = services.find(([name]) => name === 'engine')?.[1]
    expect(engine.deploy.replicas).toBeGreaterThan(1)
    const web = settings(services.find(([name]) => name === 'web')?.[1].environment)
    expect(web.host === '127.0.0.1' || web.publicAccess !== null).toBe(true)
  })
})

describe('the project that create-heddle makes', () => {
  const template = join('..', 'tools', 'packages', 'create-heddle', 'template')

  it('starts processes of Heddle with its workflows and functions', () => {
    const image = read(join(template, 'Dockerfile'))
    const folders = [...image.matchAll(/^COPY (\S+) (\S+)$/gm)].map(([, from = '', to = '']) => [from, to] as const)
    for (const [from] of folders) expect(existsSync(join(deploy, template, from)), from).toBe(true)
    const [, line = ''] = /^ENV (.*)$/m.exec(image) ?? []
    const own = Object.fromEntries(line.split(' ').map((each) => each.split('=') as [string, string]))
    expect(Object.values(own)).toEqual(folders.map(([, to]) => to))
    const [file] = documents(join(template, 'compose.yaml'))
    const { postgres, ...services } = file.services
    expect(Object.keys(services)).toEqual(['migrate', 'engine', 'web'])
    for (const [name, service] of Object.entries<Any>(services)) {
      expect(service.command, name).toEqual([name])
      const env = settings({ ...ofImage(), ...own, ...service.environment })
      expect(env.databaseUrl, name).toMatch(/^postgresql:/)
      expect(env.workflowsFolders, name).toEqual(['/project/workflows'])
      expect(seconds(service.stop_grace_period) * 1_000, name).toBeGreaterThan(env.drainMs)
    }
    expect(settings(services.web.environment).host).toBe('127.0.0.1')
  })
})

describe('the manifests of Kubernetes', () => {
  const manifests = files.filter((path) => path.startsWith(join('kubernetes', '')) && path.endsWith('.yaml'))
  const everything = manifests.flatMap((path) => documents(path).map((document) => ({ path, document })))
  const config = everything.find(({ document }) => document.kind === 'ConfigMap')?.document.data
  const secret = everything.find(({ document }) => document.kind === 'Secret')?.document.stringData
  const workloads = everything.filter(({ document }) => ['Deployment', 'Job'].includes(document.kind))

  it('fleet 7: have settings that every process accepts', () => {
    expect(Object.keys(secret)).toEqual(['DATABASE_URL', 'HEDDLE_AUTH_SECRET', 'HEDDLE_MASTER_KEY'])
    const env = settings({ ...ofImage(), ...config, ...secret })
    expect(env).toMatchObject({ auth: true, host: '0.0.0.0', opsHost: '0.0.0.0' })
    expect(env.publicAccess?.url).toBe('https://heddle.example.com')
  })

  it('fleet 7: run each process as a user without rights, probe it on its port, and let it drain', () => {
    const { opsPort, port, drainMs } = settings({ ...ofImage(), ...config, ...secret })
    expect(workloads.map(({ document }) => document.metadata.name).sort()).toEqual(
      processes.map((name) => `heddle-${name}`).sort(),
    )
    for (const { path, document } of workloads) {
      const { spec } = document.spec.template
      const [container] = spec.containers
      expect(container.args[0], path).toBe(container.name)
      expect(spec.securityContext.runAsNonRoot, path).toBe(true)
      expect(container.securityContext.readOnlyRootFilesystem, path).toBe(true)
      for (const { name } of container.env ?? []) expect(known, path).toContain(name)
      if (document.kind === 'Job') continue
      const ports = Object.fromEntries(container.ports.map((each: Any) => [each.name, each.containerPort]))
      expect(ports, path).toEqual({ ...(container.name === 'web' && { http: port }), ops: opsPort })
      expect([container.livenessProbe.httpGet, container.readinessProbe.httpGet], path).toEqual([
        { path: '/healthz', port: 'ops' },
        { path: '/readyz', port: 'ops' },
      ])
      if (container.name === 'engine') expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(drainMs)
      expect(document.spec.selector.matchLabels, path).toEqual(document.spec.template.metadata.labels)
    }
  })

  it('fleet 7: name only files, and deployments, that exist', () => {
    const names = everything.map(({ document }) => document.metadata?.name)
    for (const { path, document } of everything) {
      if (document.kind === 'Kustomization') {
        for (const each of document.resources)
          expect(existsSync(join(deploy, dirname(path), each)), `${path}: ${each}`).toBe(true)
        for (const { name } of document.replicas ?? []) expect(names, path).toContain(name)
      }
      const target = document.spec?.scaleTargetRef?.name
      if (target) expect(names, path).toContain(target)
    }
  })
})

describe('the units of systemd', () => {
  const units = files.filter((path) => path.endsWith('.service'))
  const values = (text: string, key: string) =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const environment = Object.fromEntries(
    read('systemd/heddle.env')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

  it('fleet 7: start the processes of Heddle, with settings that they accept', () => {
    const started = units.map((path) => {
      const text = read(path)
      const own = values(text, 'Environment').flatMap((line) => line.split(' ').map((each) => each.split('=')))
      settings({
        ...environment,
        ...Object.fromEntries(own.map(([name, value]) => [name, value?.replaceAll('%H', 'a').replaceAll('%i', '1')])),
      })
      const command = values(text, 'ExecStart')[0] ?? ''
      const [, name = ''] =
        /^\/usr\/bin\/env node \/opt\/heddle\/cli\/heddle\.mjs (\w+)( --queue %i)?$/.exec(command) ?? []
      expect(path, command).toContain(`heddle-${name}`)
      return name
    })
    expect(started.sort()).toEqual([...processes].sort())
  })

  it('fleet 7: end the lease of an engine by the id that it runs under, and wait for its drain', () => {
    const text = read('systemd/heddle-engine@.service')
    const [, id] = /^Environment=HEDDLE_PROCESS_ID=(.*)$/m.exec(text) ?? []
    expect(values(text, 'ExecStopPost')).toEqual([`/usr/bin/env node /opt/heddle/cli/heddle.mjs engine --gone ${id}`])
    expect(Number(values(text, 'TimeoutStopSec')[0]) * 1_000).toBeGreaterThan(settings(environment).drainMs)
  })
})
