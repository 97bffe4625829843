import { catalogue } from '#core/definition/catalogue.ts'
import { type StepType, stepTypes } from '#core/definition/definition.ts'
import type { NewStep } from '#core/graph/edit.ts'
import type { Json, JsonObject } from '#core/json.ts'

/** The headings of the picker, in their order. */
export const choiceGroups = [
  'Do',
  'Decide',
  'Wait',
  'Compose',
  'Connectors',
  'Functions',
  'Workflows',
  'Templates',
] as const
export type ChoiceGroup = (typeof choiceGroups)[number]

/** An entry of the picker of steps. */
export interface Choice {
  readonly id: string
  readonly group: ChoiceGroup
  readonly icon: StepType
  readonly label: string
  readonly description: string
  /** Further words that find the entry. */
  readonly words: string
  /** The step that the entry adds, the text whose steps it adds, or the function that it begins. */
  readonly adds: { readonly step: NewStep } | { readonly text: string } | { readonly newFunction: string }
}

/** The kinds of steps. */
export const kindChoices: readonly Choice[] = stepTypes
  .map((type): Choice => {
    const { label, description, group } = catalogue[type]
    return { id: `kind ${type}`, group, icon: type, label, description, words: type, adds: { step: { type } } }
  })
  .sort((one, other) => choiceGroups.indexOf(one.group) - choiceGroups.indexOf(other.group))

/** A function that a step can call, as far as the picker shows it. */
export interface OfferedFunction {
  readonly name: string
  readonly doc: string | null
  readonly signature: string
}

/** A step that calls a function, named after the function. */
export function functionChoice({ name, doc, signature }: OfferedFunction): Choice {
  const [line = ''] = doc?.trim().split('\n') ?? []
  return {
    id: `function ${name}`,
    group: 'Functions',
    icon: 'STANDARD',
    label: name,
    description: line === '' ? signature : line,
    words: signature,
    adds: { step: stepOfFunction(name) },
  }
}

export function stepOfFunction(name: string): NewStep {
  return { type: 'STANDARD', name: stepNameOf(name), fields: { function: name } }
}

/** `reports.send_mail` makes the step `Send_Mail`. */
export function stepNameOf(functionName: string): string {
  const words = (functionName.split('.').at(-1) ?? '').split(/[_-]+/).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('_')
}

/** An operation of a connector, as far as the picker shows it. */
export interface OfferedConnector {
  readonly name: string
  readonly server: string | null
  readonly connection: string | null
  readonly operations: readonly OfferedOperation[]
}
interface OfferedOperation {
  readonly id: string
  readonly title: string
  readonly method: string
  readonly path: string
  readonly query?: JsonObject
  readonly headers?: JsonObject
  readonly body?: Json
  readonly stepName: string
}

/** HTTP steps with the requests of the operations. Without a server, the connection knows the host. */
export function operationChoices({ name, server, connection, operations }: OfferedConnector): readonly Choice[] {
  return operations.map(({ id, title, method, path, query, headers, body, stepName }) => ({
    id: `operation ${name} ${id}`,
    group: 'Connectors',
    icon: 'HTTP',
    label: title,
    description: `${name}: ${method} ${path}`,
    words: id,
    adds: {
      step: {
        type: 'HTTP',
        name: stepName,
        fields: {
          http_config: {
            ...(method !== 'GET' && { method }),
            url: `${server ?? ''}${path}`,
            ...(query && { query }),
            ...(headers && { headers }),
            ...(body !== undefined && { body }),
          },
          ...(connection !== null && { connection }),
        },
      },
    },
  }))
}

/** A step that runs another workflow, listed by the title of the workflow; without a title, the title is the id. */
export function workflowChoice(name: string, title: string): Choice {
  return {
    id: `workflow ${name}`,
    group: 'Workflows',
    icon: 'SUB_WORKFLOW',
    label: title,
    description: title === name ? catalogue.SUB_WORKFLOW.description : name,
    words: '',
    adds: {
      step: { type: 'SUB_WORKFLOW', name: name.split('/').at(-1) ?? name, fields: { sub_workflow_type: name } },
    },
  }
}

/** All steps of a template. */
export function templateChoice(template: {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly text: string
}): Choice {
  const { id, name, description, text } = template
  return {
    id: `template ${id}`,
    group: 'Templates',
    icon: 'PARALLEL',
    label: name,
    description,
    words: id,
    adds: { text },
  }
}

/** A step that calls a function which is about to be written. */
export function newFunctionChoice(search: string, label: string, description: string): Choice {
  const wish = functionWish(search)
  return {
    id: 'new function',
    group: 'Functions',
    icon: 'STANDARD',
    label,
    description,
    words: '',
    adds: { newFunction: wish },
  }
}

/** The name of a function for typed words: `send invoice` becomes `send_invoice.run`, `orders.check` stays. */
export function functionWish(typed: string): string {
  const words = typed
    .trim()
    .replaceAll(/[^\w.-]+/g, '_')
    .replaceAll(/^[^A-Za-z_]+|[.]+$/g, '')
  if (words === '') return ''
  return words.includes('.') ? words : `${words}.run`
}
