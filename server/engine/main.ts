import { stopWithSupervisor, tellSupervisor } from '../boot/messages.ts'
import { loadEnv } from '../env.ts'
import { startEngine } from './engine.ts'

/** The engine process: started by the supervisor, or alone with DATABASE_URL set. */
const env = loadEnv()
if (!env.databaseUrl) {
  process.stderr.write('The engine needs DATABASE_URL; `npm start` sets it.\n')
  process.exit(1)
}
const engine = await startEngine({
  databaseUrl: env.databaseUrl,
  functionsFolders: env.functionsFolders,
  notify: env.notify,
  log: (line) => console.log(line),
})
stopWithSupervisor(() => engine.stop())
tellSupervisor({ type: 'ready' })
