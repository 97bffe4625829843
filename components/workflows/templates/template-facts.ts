import type { Template } from '#components/api/models.ts'
import { type NamedConnection, namedConnections } from '#core/definition/check/contracts/named-connections.ts'
import type { Definition, Step } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { isJsonObject } from '#core/json.ts'
import { workflowsTexts } from '../texts/workflows.ts'

export interface TemplateFacts {
  readonly steps: number
  /** The subjects of the template, for the filter. */
  readonly tags: readonly string[]
  /** The author's description at the top of the text. */
  readonly shows: string
  /** The connections that its steps name, each once. */
  readonly connections: readonly Pick<NamedConnection, 'name' | 'kinds'>[]
  readonly inputs: readonly { readonly name: string; readonly title: string; readonly required: boolean }[]
}

const tagsOfType: { readonly [Type in Step['type']]?: string } = {
  HUMAN: 'people',
  ASYNC: 'workers',
  PARALLEL: 'parallel',
  SUB_WORKFLOW: 'sub-workflows',
  LOOP: 'loops',
  HTTP: 'requests',
  MAIL: 'mail',
  SQL: 'databases',
  AI: 'models',
  SCRIPT: 'scripts',
  WAIT: 'timers',
  SIGNAL: 'signals',
}

/** The facts about a template that help to choose it. */
export function templateFacts({ text, subWorkflows }: Pick<Template, 'text' | 'subWorkflows'>): TemplateFacts {
  const definitions = [text, ...subWorkflows].flatMap((each) => parse(each).definition ?? [])
  const [main] = definitions
  const steps = definitions.flatMap((definition) => allSteps(definition.steps))
  const tags = new Set(steps.flatMap(({ type }) => tagsOfType[type] ?? []))
  if (main?.saga_enabled) tags.add(workflowsTexts.rollbackSaga)
  const named = namedConnections(main?.steps ?? []).map(({ name, kinds }) => [name, { name, kinds }] as const)
  return {
    steps: main?.steps.length ?? 0,
    tags: [...tags].toSorted(),
    shows: commentOf(text),
    connections: [...new Map(named).values()],
    inputs: inputsOf(main),
  }
}

function allSteps(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => (step.type === 'LOOP' ? [step, ...allSteps(step.loop_body)] : [step]))
}

/** The comment at the top of a text, without its marks. */
function commentOf(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('#'))
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^# ?/, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function inputsOf(definition: Definition | undefined): TemplateFacts['inputs'] {
  const { properties, required } = definition?.input_schema ?? {}
  if (!isJsonObject(properties)) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    title: isJsonObject(schema) && typeof schema.title === 'string' ? schema.title : name,
    required: needed.has(name),
  }))
}
