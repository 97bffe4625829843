import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import { messageOf } from '#core/message-of.ts'
import { HistoryViolation, type RecordedEvent, replayHistory } from '#sdk/testing/index.ts'
import type { WorkflowDefinition } from '#sdk/workflow/index.ts'
import { CommandError } from '../command-error.ts'
import { printJson } from '../output/print-json.ts'
import type { Connect } from '../session.ts'

interface Replayed {
  readonly file: string
  readonly workflow: string
  /** Why the code does not follow the history; null where it does. */
  readonly violation: string | null
}

export function replayCommand(connect: Connect): Command {
  return new Command('replay')
    .description('run code over the exported histories of runs; exit code 1 if one of them would break')
    .argument('<exports...>', 'files as "heddle logs <run> --json" writes them')
    .requiredOption('-c, --code <files...>', 'the files that define the workflows')
    .addHelpText('after', '\nNothing is called, and no server is asked.')
    .action(async (files: string[], { code }: { readonly code: readonly string[] }) => {
      const { terminal, json } = connect()
      const workflows = await workflowsOf(code)
      const results: Replayed[] = []
      for (const file of files) results.push(await replay(file, workflows))
      if (json) printJson(terminal, results)
      else for (const result of results) terminal.out(`${lineOf(result)}\n`)
      const broken = results.filter(({ violation }) => violation !== null).length
      if (broken > 0) throw new CommandError(`${broken} of ${results.length} runs would break with this code.`)
    })
}

function lineOf({ file, workflow, violation }: Replayed): string {
  return violation === null ? `${file}: ${workflow} follows its history.` : `${file}: ${workflow} breaks: ${violation}`
}

async function replay(file: string, workflows: ReadonlyMap<string, WorkflowDefinition>): Promise<Replayed> {
  const history = await readExport(file)
  const workflow = typeOf(history)
  const definition = workflows.get(workflow)
  if (definition === undefined) {
    const known = [...workflows.keys()].join(', ') || 'none'
    throw new CommandError(`${file} is a history of ${workflow}, which the files do not define. They define: ${known}.`)
  }
  try {
    await replayHistory(definition, history)
    return { file, workflow, violation: null }
  } catch (error) {
    if (error instanceof HistoryViolation) return { file, workflow, violation: error.message }
    throw new CommandError(`${file} cannot be replayed: ${messageOf(error)}`)
  }
}

/** One event a line, or a list of events. */
async function readExport(file: string): Promise<readonly RecordedEvent[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`Cannot read ${file}: ${error.message}.`)
  })
  try {
    if (text.trimStart().startsWith('[')) return JSON.parse(text) as RecordedEvent[]
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as RecordedEvent]))
  } catch (error) {
    throw new CommandError(`${file} is no export: ${messageOf(error)}. Write one with "heddle logs <run> --json".`)
  }
}

/** The name of the workflow, from the event that created the run. */
function typeOf([first]: readonly RecordedEvent[]): string {
  const { workflow } = (first?.payload ?? {}) as { readonly workflow?: unknown }
  return typeof workflow === 'string' ? workflow : 'a run without its first event'
}

/** The workflows that files export, by their types. */
async function workflowsOf(files: readonly string[]): Promise<ReadonlyMap<string, WorkflowDefinition>> {
  const workflows = new Map<string, WorkflowDefinition>()
  const hooks = registerHooks({ resolve: withOwnSdk })
  try {
    for (const file of files) {
      const loaded = (await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
        throw new CommandError(`${file} does not load: ${messageOf(error)}`)
      })) as Record<string, unknown>
      for (const exported of Object.values(loaded)) {
        if (isWorkflow(exported)) workflows.set(exported.options.type, exported)
      }
    }
  } finally {
    hooks.deregister()
  }
  return workflows
}

const ownSdk = import.meta.resolve('heddle/workflow')

/** `heddle/workflow` is the one of this command, also for files that lie beside no package. */
const withOwnSdk: Parameters<typeof registerHooks>[0]['resolve'] = (specifier, context, next) =>
  specifier === 'heddle/workflow' ? { url: ownSdk, shortCircuit: true } : next(specifier, context)

function isWorkflow(value: unknown): value is WorkflowDefinition {
  return typeof value === 'object' && value !== null && (value as WorkflowDefinition).kind === 'heddle.workflow'
}
