import type { Definition } from '#core/definition/definition.ts'
import { allSteps } from '#core/definition/inner-lists.ts'
import { stepReferences } from '#core/definition/script/step-references.ts'

/**
 * SCRIPT steps that may still read the result of a step under its old name: their code contains the name but its reads
 * are uncertain, so that the rename left it alone.
 */
export function unsureScripts(definition: Definition, gone: string): readonly string[] {
  return allSteps(definition.steps).flatMap((step) => {
    if (step.type !== 'SCRIPT' || stepReferences(step.code) !== null) return []
    return namesWord(step.code, gone) ? [step.name] : []
  })
}

function namesWord(code: string, name: string): boolean {
  return /\W/.test(name) ? code.includes(name) : new Set(code.match(/\w+/g)).has(name)
}
