import type { Json, JsonSchema } from '#core/json.ts'
import type { ConnectionKind } from '../connections/kinds.ts'
import type { Step, StepCommon, StepType } from '../definition.ts'

/** The kind of a key's value, which decides its field in the inspector, its check and its part of the JSON Schema. */
export type KeyKind =
  | 'text'
  | 'long_text'
  /** CEL. */
  | 'expression'
  /** Text with `{{ }}` in it. */
  | 'template'
  | 'number'
  | 'integer'
  /** Seconds. */
  | 'duration'
  | 'boolean'
  | 'choice'
  /** The name of a step of the same list, or END. */
  | 'step'
  /** One such name or a list of them. */
  | 'steps'
  | 'function'
  | 'workflow'
  /** A list of words; a single word may be written without the list. */
  | 'names'
  /** Any value, with `{{ }}` in its strings. */
  | 'json'
  | 'json_schema'
  | 'routes'
  | 'assignments'
  | 'retry'
  | 'recovery'
  | 'tasks'
  /** One whole step, without the keys that lead on. */
  | 'branch'
  | 'code'
  | 'loop_body'
  | 'injection'
  | 'http'
  /** The name of a connection of one of `connectionKinds`. */
  | 'connection'
  | 'triggers'
  /** A map with the `keys` of the declaration. */
  | 'group'
  /** A list of such maps. */
  | 'groups'
  /** A list of CEL expressions; a single one may be written without the list. */
  | 'expressions'

/** The tab of the inspector that shows a key. */
export type KeySection = 'main' | 'flow' | 'retry' | 'data'

/**
 * One key of a step or of the workflow, declared once: validation, the
 * inspector's form, the published JSON Schema and the docs are made from it.
 */
export interface KeySpec {
  readonly key: string
  readonly kind: KeyKind
  readonly label: string
  /** A sentence for the person who fills it in. */
  readonly help: string
  readonly section: KeySection
  readonly required?: boolean
  /** Keys of public Ruvon files that make this key optional beside exactly one of them. */
  readonly impliedBy?: readonly string[]
  readonly choices?: readonly string[]
  /** Labels of the choices in the form, where their names are unclear. */
  readonly choiceWords?: { readonly [choice: string]: string }
  /** Other spellings of a choice, by the written word. */
  readonly choiceAliases?: { readonly [written: string]: string }
  readonly min?: number
  readonly max?: number
  readonly default?: string | number | boolean
  readonly placeholder?: string
  /** Other names of the key. */
  readonly aliases?: readonly string[]
  /** Further rules for a `json` value. */
  readonly schema?: JsonSchema
  /** A `duration`, or each of the `names`, may be a text with `{{ }}` as well. */
  readonly templated?: boolean
  /** A `text` that is a field of the state: a name, or several with dots between them. */
  readonly path?: true
  /**
   * A `text`, or each of the `names`, is one line with at most so many characters; control and invisible characters are
   * removed, and repeated names count once.
   */
  readonly oneLine?: number
  /** The maximum number of the `names`, `groups` or `expressions`. */
  readonly most?: number
  /**
   * The part of the directory that the `names`, or the name of a `template`, are offered from; other names are allowed.
   */
  readonly directory?: 'groups' | 'people' | 'both'
  /** Kind of the numbers of a `json` list: they are entered one by one, durations in words. */
  readonly numbers?: 'integers' | 'durations'
  /** A rarely used key: the form keeps it folded away until it is set. */
  readonly advanced?: true
  /** Kinds of the connections that a `connection` may name. */
  readonly connectionKinds?: readonly ConnectionKind[]
  /** Declarations of the keys of a `group`, or of each of the `groups`. */
  readonly keys?: readonly KeySpec[]
  /** What an `expression`, or each of the `expressions`, has to give, where it is no condition. */
  readonly expected?: 'instant' | 'names' | 'key'
  /** Value in the definition while a required key is missing, so that an unfinished step can still be drawn. */
  readonly blank?: Json
}

export type KeyGroup = 'Do' | 'Decide' | 'Wait' | 'Compose'

export interface StepTypeEntry {
  readonly type: StepType
  readonly label: string
  readonly group: KeyGroup
  /** Name of a Lucide icon. */
  readonly icon: string
  readonly description: string
  /** Keys of the type itself; `commonKeys` are added. */
  readonly keys: readonly KeySpec[]
  /** One line under the step's name on the canvas. */
  summary(step: Step): string
}

/** A declaration per key: exactly the keys of the interface. */
export type KeyTable<Key extends PropertyKey> = { readonly [K in Key & string]: Omit<KeySpec, 'key'> }

type StepOf<Type extends StepType> = Extract<Step, { readonly type: Type }>
type OwnKey<Type extends StepType> = Exclude<keyof StepOf<Type>, keyof StepCommon | 'type' | 'asks'>

export function keySpecs(table: KeyTable<string>): readonly KeySpec[] {
  return Object.entries(table).map(([key, spec]) => ({ key, ...spec }))
}

export function stepType<Type extends StepType>(
  entry: Omit<StepTypeEntry, 'type' | 'keys' | 'summary'> & {
    readonly type: Type
    /** A type may declare a common key again, with another kind. */
    readonly keys: KeyTable<OwnKey<Type>> & { readonly title?: Omit<KeySpec, 'key'> }
    summary(step: StepOf<Type>): string
  },
): StepTypeEntry {
  return { ...entry, keys: keySpecs(entry.keys) }
}
