import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { CodeDefinition } from '#core/definition/definition.ts'
import { checkSchema } from '#core/definition/schema/json-schema.ts'
import type { JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import type { CodeClient, DescribedWorkflow } from '../../engine/requests/code-client.ts'
import { filesBelow } from '../../files-below.ts'
import { checkModules } from '../../functions/sandbox/check-modules.ts'
import { ownMessages } from '../../functions/sandbox/own-messages.ts'
import { isWorkflowName, workflowNameRule } from '../workflow-name.ts'

/** A workflow of a file, ready to be published. */
export interface CodeWorkflow {
  readonly name: string
  /** All modules, one after the other; its hash is that of the version. */
  readonly text: string
  /** Of its modules, by which agents know the code. */
  readonly hash: string
  readonly definition: CodeDefinition
}

export interface CodeFile {
  readonly workflows: readonly CodeWorkflow[]
  /** What keeps the file from being published, a sentence each, with file and line. */
  readonly problems: readonly string[]
  /** The files that were read: the file itself, and its helpers. */
  readonly modules: readonly string[]
}

/** The files of a folder that may define workflows: they import `heddle/workflow` and call `defineWorkflow`. */
export async function codeFilesBelow(folder: string): Promise<readonly string[]> {
  const files = (await filesBelow(folder, /\.m?ts$/)).filter((file) => !/\.(?:test|d)\.m?ts$/.test(file))
  const are = await Promise.all(files.slice(0, limits.files.most).map(definesWorkflow))
  return files.filter((_, index) => are[index])
}

async function definesWorkflow(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  if (found === null || found.size > limits.files.sourceBytes) return false
  const source = await readFile(file, 'utf8').catch(() => '')
  return source.includes('heddle/workflow') && /\bdefineWorkflow\b/.test(source)
}

/**
 * Reads the workflows of a file: its modules are checked by their sources, and loaded where these are in order. Throws
 * when a file cannot be read.
 */
export async function readCode(client: Pick<CodeClient, 'describe'>, folder: string, file: string): Promise<CodeFile> {
  const { sources, hash, problems } = await checkModules(folder, file)
  const files = [...sources.keys()]
  const shown = (path: string) => join(basename(folder), relative(folder, path)).split(sep).join('/')
  if (problems.length > 0) {
    const lines = problems.map((each) => `${shown(each.file)}:${each.line}: ${each.message} (${each.code})`)
    return { workflows: [], problems: lines, modules: files }
  }
  const modules = Object.fromEntries([...sources].map(([path, source]) => [nameBelow(folder, path), source]))
  const code = { entry: nameBelow(folder, file), sources: modules }
  let described: readonly DescribedWorkflow[]
  try {
    described = await client.describe(code, hash)
  } catch (error) {
    return { workflows: [], problems: [`the code does not load: ${messageOf(error)}`], modules: files }
  }
  const text = textOf(modules)
  const wrong = described.flatMap(problemsOf)
  if (text.length > limits.definition.textBytes) {
    wrong.push(`the code and its helpers are larger than ${limits.definition.textBytes / 1_024} kB.`)
  }
  if (wrong.length > 0) return { workflows: [], problems: wrong, modules: files }
  const workflows = described.map((each) => ({
    name: each.options.type,
    text,
    hash,
    definition: definitionOf(withOwnMessages(each, sources, file), code, hash),
  }))
  return { workflows, problems: [], modules: files }
}

/** The workflow without the signals, queries and updates that its file declares for other workflows. */
function withOwnMessages(
  workflow: DescribedWorkflow,
  sources: ReadonlyMap<string, string>,
  file: string,
): DescribedWorkflow {
  const isOwn = ownMessages(sources, file, workflow.exportName)
  return {
    ...workflow,
    signals: workflow.signals.filter((name) => isOwn('signal', name)),
    queries: workflow.queries.filter((name) => isOwn('query', name)),
    updates: workflow.updates.filter((name) => isOwn('update', name)),
  }
}

function definitionOf(
  { exportName, options, signals, queries, updates }: DescribedWorkflow,
  code: Pick<CodeDefinition['code'], 'entry' | 'sources'>,
  hash: string,
): CodeDefinition {
  const { type, input_schema, queue = 'default', version, cancel_grace_seconds, timeout_seconds } = options
  return {
    kind: 'code',
    workflow_type: type,
    ...(version !== undefined && { workflow_version: version }),
    ...(input_schema !== undefined && { input_schema: input_schema as JsonSchema }),
    saga_enabled: false,
    fail_fast: false,
    ...(timeout_seconds !== undefined && { timeout_seconds }),
    timeout_includes_waits: true,
    ...(cancel_grace_seconds !== undefined && { cancel_grace_seconds }),
    steps: [],
    code: {
      ...code,
      export_name: exportName,
      queue,
      // Other queues are served by agents.
      ...(queue !== 'default' && { hash }),
      signals,
      queries,
      updates,
    },
  }
}

/** What is wrong with the options of a workflow: anything may stand there, since types are erased. */
function problemsOf({ exportName, options }: DescribedWorkflow): readonly string[] {
  const { type, input_schema, queue, version, cancel_grace_seconds, timeout_seconds } = options as {
    readonly [Key in keyof DescribedWorkflow['options']]: unknown
  }
  const problems: string[] = []
  if (typeof type !== 'string' || !isWorkflowName(type)) {
    problems.push(`the type of the export ${exportName} is no workflow name. ${workflowNameRule}.`)
  }
  const schemaProblem = input_schema === undefined ? null : checkSchema(input_schema as JsonSchema)
  if (schemaProblem !== null) problems.push(`input_schema of ${type}: ${schemaProblem}`)
  if (queue !== undefined && (typeof queue !== 'string' || queue === '' || queue.length > limits.text.name)) {
    problems.push(`the queue of ${type} must be a text of at most ${limits.text.name} characters.`)
  }
  if (version !== undefined && (typeof version !== 'string' || version.length > 100)) {
    problems.push(`the version of ${type} must be a text of at most 100 characters.`)
  }
  for (const [key, seconds] of Object.entries({ cancel_grace_seconds, timeout_seconds })) {
    const most = limits.run.timerMs / 1_000
    const isGood = seconds === undefined || (typeof seconds === 'number' && seconds >= 0 && seconds <= most)
    if (!isGood) problems.push(`${key} of ${type} must be a number of seconds, at most ${most}.`)
  }
  return problems
}

/** The text of a version: its modules, the entry first, each below a line with its name. */
function textOf(modules: { readonly [file: string]: string }): string {
  return Object.entries(modules)
    .map(([file, source]) => `// ${file}\n${source.endsWith('\n') ? source : `${source}\n`}`)
    .join('\n')
}

function nameBelow(folder: string, file: string): string {
  return relative(folder, join(dirname(file), basename(file)))
    .split(sep)
    .join('/')
}
