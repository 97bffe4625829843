import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'

/** A result of a step beside its output, for people and programs: the address of a file, or a value. */
export interface Artifact {
  readonly name: string
  /** A media type, or a word such as `video`. */
  readonly type: string
  readonly url?: string
  readonly json?: Json
}

type Read = { readonly ok: true; readonly artifact: Artifact } | { readonly ok: false; readonly message: string }

const { bytes, nameCharacters, typeCharacters, urlCharacters } = limits.artifacts
const refuse = (message: string) => ({ ok: false as const, message })
const isText = (value: Json | undefined, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most

/** Checks what a function reports as an artifact: a name, a type, and either `url` (http or https) or `json`. */
export function readArtifact(value: Json): Read {
  if (!isJsonObject(value)) return refuse('An artifact is an object with name, type, and url or json.')
  const { name, type, url, json, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return refuse(`An artifact has no field ${unknown}: it has name, type, and url or json.`)
  if (!isText(name, nameCharacters)) return refuse(`The name of an artifact has 1 to ${nameCharacters} characters.`)
  if (!isText(type, typeCharacters)) return refuse(`The type of an artifact has 1 to ${typeCharacters} characters.`)
  if ((url === undefined) === (json === undefined)) return refuse(`The artifact ${name} needs either url or json.`)
  if (url !== undefined && !isAddress(url)) {
    return refuse(`The url of the artifact ${name} is no http(s) address of at most ${urlCharacters} characters.`)
  }
  const artifact = { name, type, ...(url !== undefined && { url: url as string }), ...(json !== undefined && { json }) }
  // A UTF-16 unit is at most three bytes of UTF-8.
  const size = JSON.stringify(artifact).length
  if (size * 3 > bytes && new TextEncoder().encode(JSON.stringify(artifact)).length > bytes) {
    return refuse(`The artifact ${name} is larger than ${bytes / 1024} kB. Store it elsewhere, and report its url.`)
  }
  return { ok: true, artifact }
}

function isAddress(url: Json): boolean {
  return typeof url === 'string' && url.length <= urlCharacters && /^https?:\/\/[^\s]+$/i.test(url)
}
