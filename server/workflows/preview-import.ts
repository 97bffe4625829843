import type { ImportNote } from '#core/import/import-note.ts'
import { readFile } from '#core/import/read-file.ts'
import { reportOf } from '#core/import/report.ts'
import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import { type KnownSources, knownNames } from './known-names.ts'
import type { PreviewedDocument } from './models.ts'
import { readDocuments } from './read-documents.ts'

export interface PreviewRequest extends KnownSources {
  readonly files: readonly { readonly name: string; readonly text: string }[]
}

/**
 * What an import would make of some files, document by document: what is
 * understood, changed, kept without effect or lost, with the lines. Keeps
 * nothing and executes nothing. The documents may refer to each other.
 */
export async function previewImport(
  stores: Stores,
  actor: Actor,
  { files, ...sources }: PreviewRequest,
): Promise<readonly PreviewedDocument[]> {
  const known = await knownNames(stores, actor, sources)
  const read = files.map((file) => ({ file: file.name, ...readFile(file.text, file.name) }))
  const first = await Promise.all(read.map(({ text }) => readDocuments(text, known)))
  const together = new Set([...known.workflows, ...first.flat().flatMap(({ name }) => (name === null ? [] : [name]))])
  const documents = await Promise.all(
    read.map(async ({ text, ...file }) => ({
      ...file,
      documents: await readDocuments(text, { ...known, workflows: together }),
    })),
  )
  return documents.flatMap(({ file, from, notes, documents: inFile }) =>
    inFile.map(
      (document, index): PreviewedDocument => ({
        file,
        from,
        name: document.name,
        text: document.text,
        exists: document.name !== null && known.workflows.has(document.name),
        errors: document.problems.filter(({ severity }) => severity === 'error').length,
        parts: reportOf(document.text, document.problems, notesOf(notes, document.name, index)),
      }),
    ),
  )
}

/** The notes of one document: those of its workflow. What is said of the file as a whole is said once, with the first. */
function notesOf(notes: readonly ImportNote[], name: string | null, index: number): readonly ImportNote[] {
  return notes.filter(({ workflow, step }) =>
    workflow === undefined ? index === 0 || step !== undefined : workflow === name,
  )
}
