import { type CodeDefinition, isCode } from '#core/definition/definition.ts'
import { historyUpTo } from '#core/run/code/history.ts'
import type { RunHeader } from '#core/run/state.ts'
import type { After, CodeDelivery, CodeRunner, Store } from '../../ports.ts'
import { CodeHost } from './code-host.ts'
import { loadedCode } from './loaded-code.ts'
import type { RunOfCode } from './messages.ts'
import { tuning } from './tuning.ts'

type RunnerStore = Pick<Store, 'readEvents' | 'latestDefinition' | 'definition'>

/**
 * The built-in host of code: a few threads of the engine's process. A run is always delivered to the same thread, whose
 * instance of it is kept from delivery to delivery; a thread without one replays the log.
 */
export function createCodeRunner(
  store: RunnerStore,
  after: After,
  { threads = tuning.threads }: { readonly threads?: number } = {},
): CodeRunner {
  const versions = new Map<string, CodeDefinition>()
  const source = {
    async code(hash: string) {
      const definition = versions.get(hash)
      if (definition === undefined) throw new Error('The version of the code is not loaded.')
      return loadedCode(definition.code, hash)
    },
    async history(runId: string, upToSeq: number) {
      return historyUpTo(await store.readEvents(runId), upToSeq)
    },
  }
  const hosts = Array.from({ length: threads }, () => new CodeHost(source, after))

  return {
    async deliver(delivery) {
      const { header, effect } = delivery
      const { version, hash, definition } = await versionOf(store, delivery)
      versions.set(hash, definition)
      trim(versions)
      const { task, attempt, fromSeq, upToSeq, news, again } = effect
      const run = runOfCode(header, definition, hash)
      const isFirst = fromSeq === 0 && !again
      const answer = await hostOf(hosts, header.run_id).deliver({
        run,
        fromSeq,
        upToSeq,
        news,
        // The news of a first delivery is the whole history.
        ...(isFirst && { history: { commands: [], news, patches: [], seen: 0 } }),
      })
      return {
        type: 'code_task_ended',
        task,
        attempt,
        up_to_seq: upToSeq,
        ...answer,
        ...(version !== header.version && { version, hash }),
      }
    },
    forget() {
      versions.clear()
      for (const host of hosts) host.forget()
    },
    async close() {
      await Promise.all(hosts.map((host) => host.close()))
    },
  }
}

/** A run as its body sees it. */
export function runOfCode(header: RunHeader, { workflow_type }: CodeDefinition, hash: string): RunOfCode {
  const { run_id: runId, input, continued_from } = header
  return { runId, workflowType: workflow_type, firstRunId: continued_from?.first_run_id ?? runId, input, hash }
}

interface Version {
  readonly version: number
  readonly hash: string
  readonly definition: CodeDefinition
}

/** The version whose code runs: the one that the run began with, or the newest one from a retry on. */
async function versionOf(store: RunnerStore, { header, definition, hash, effect }: CodeDelivery): Promise<Version> {
  const { owner_id, workflow } = header
  const wanted = effect.again ? await store.latestDefinition(owner_id, workflow) : effect.moved
  if (!wanted || wanted.version === header.version) {
    return { version: header.version, hash, definition: definition as CodeDefinition }
  }
  const found = await store.definition(owner_id, workflow, wanted.version)
  if (found === null || !isCode(found.definition))
    throw new Error(`${workflow} has no code of version ${wanted.version}.`)
  return { version: found.version, hash: found.hash, definition: found.definition }
}

function hostOf(hosts: readonly CodeHost[], runId: string): CodeHost {
  // The last digits of a run's id are random.
  return hosts[Number.parseInt(runId.slice(-6), 16) % hosts.length] as CodeHost
}

function trim(versions: Map<string, unknown>): void {
  const [oldest] = versions.keys()
  if (versions.size > tuning.realms && oldest !== undefined) versions.delete(oldest)
}
