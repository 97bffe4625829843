// `heddle engine | web | worker | migrate`: this process becomes the process of the command, on the Node of the lockfile.
// It runs in its place where the platform can do so, so that signals, the exit code and the pid are those of one process.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeFlags, webFlags } from './node-flags.mjs'
import { ensureBuild, ensureClient, ensurePackages, nodeBinary, root } from './prepare.mjs'

const commands = {
  engine: {
    entry: 'engine.ts',
    usage:
      'heddle engine              runs workflows\nheddle engine --gone ID    ends the lease of the engine process with this id, which is gone\n',
  },
  web: { entry: 'web.ts', flags: webFlags, usage: 'heddle web     serves the pages and the API\n' },
  worker: { entry: 'worker.ts' },
  agent: { entry: 'agent.ts' },
  migrate: { entry: 'migrate.ts' },
  owner: { entry: 'owner-move.ts' },
  archive: { entry: 'archive.ts' },
}

const about =
  '\nIt needs DATABASE_URL and the settings of docs/operations.md; with HEDDLE_OPS_PORT it answers /healthz and /readyz.\n'

/** Whether a word is the name of a process. */
export const isProcess = (word) => Object.hasOwn(commands, word)

export function becomeProcess([name, ...words]) {
  const { entry, flags = [], usage } = commands[name]
  const isGone = name === 'engine' && words[0] === '--gone'
  if (usage && words.length > 0 && !isGone) {
    const isHelp = words.includes('--help') || words.includes('-h')
    const stream = isHelp ? process.stdout : process.stderr
    stream.write(isHelp ? `${usage}${about}` : `heddle ${name} does not take ${words.join(' ')}.\n\n${usage}`)
    process.exit(isHelp ? 0 : 2)
  }
  ensurePackages()
  ensureClient()
  if (name === 'web') ensureBuild()
  become([...nodeFlags, ...flags, join(root, 'server', 'processes', isGone ? 'engine-gone.ts' : entry), ...words])
}

function become(parameters) {
  const node = nodeBinary()
  const env = {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'heddle'),
    NEXT_TELEMETRY_DISABLED: '1',
    ...process.env,
    NODE_ENV: 'production',
  }
  if (process.execve && process.platform !== 'win32') {
    process.removeAllListeners('warning')
    process.execve(node, [node, ...parameters], env)
  }
  const child = spawn(node, parameters, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
