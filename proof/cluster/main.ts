import { understandOptions } from '#server/read-options.ts'
import { type DatabaseCluster, findDatabaseCluster, startDatabaseCluster } from './cluster.ts'
import { startHeddle } from './heddle-processes.ts'
import { defaultFolder } from './plan.ts'

const usage = `A cluster of this machine alone, to try what docs/fleet.md says: etcd ×3, Patroni with PostgreSQL ×3 and HAProxy of Debian
(installed where they are missing, as root), and the engines, web processes and workers of Heddle on it.

npm run cluster -- up       starts it and prints its addresses
npm run cluster -- status   the role of each node, and which processes run
npm run cluster -- down     ends all of it and removes its data

  --folder DIR   where it keeps data, logs and pid files (${defaultFolder})
  --engines N    (3)    --webs N    (2)    --workers N    (1)
  --ttl SECONDS  silence after which a primary is replaced (20)
  --async        commits do not wait for a standby: a failover may lose the last moments
`
const [command = '', ...words] = process.argv.slice(2)
const understood = understandOptions(
  usage,
  {
    folder: { type: 'string', default: defaultFolder },
    engines: { type: 'string', default: '3' },
    webs: { type: 'string', default: '2' },
    workers: { type: 'string', default: '1' },
    ttl: { type: 'string', default: '20' },
    async: { type: 'boolean', default: false },
  },
  command.startsWith('-') ? [command] : words,
)
if (!('values' in understood)) finish(understood.said, understood.code)
const { values } = understood
const { folder } = values
const say = (text: string) => process.stdout.write(`${text}\n`)

function finish(text: string, code: number): never {
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(`${text.trimEnd()}\n`)
  process.exit(code)
}

function number(name: 'engines' | 'webs' | 'workers' | 'ttl', from: number): number {
  const value = Number(values[name])
  if (Number.isSafeInteger(value) && value >= from) return value
  return finish(`--${name} takes a whole number from ${from} on, not '${values[name]}'.`, 1)
}

async function up(): Promise<void> {
  const counts = { engines: number('engines', 0), webs: number('webs', 0), workers: number('workers', 0) }
  const ttl = number('ttl', 8)
  if (await findDatabaseCluster(folder))
    finish(`There is a cluster in ${folder}. End it first: npm run cluster -- down`, 1)
  const cluster = await startDatabaseCluster({ folder, ttl, isSynchronous: !values.async })
  say(`DATABASE_URL=${cluster.url}`)
  for (const { name, url } of await startHeddle(cluster.daemons, cluster.url, counts)) say(`${name.padEnd(9)} ${url}`)
  await printStatus(cluster)
}

async function printStatus(cluster: DatabaseCluster): Promise<void> {
  const roles = await cluster.roles()
  for (const name of await cluster.daemons.names()) {
    const state = (await cluster.daemons.isRunning(name)) ? 'runs' : 'has ended'
    say(`${name.padEnd(9)} ${state}${roles.has(name) ? `, ${roles.get(name)?.replace('_', ' ')}` : ''}`)
  }
}

async function found(): Promise<DatabaseCluster> {
  return (
    (await findDatabaseCluster(folder)) ??
    finish(`There is no cluster in ${folder}. Start one: npm run cluster -- up`, 1)
  )
}

if (command === 'up') await up()
else if (command === 'status') await printStatus(await found())
else if (command === 'down') await (await found()).remove()
else finish(usage, command === '' ? 0 : 1)
