'use client'

import { useState } from 'react'
import type { PreviewedDocument } from '#components/api/models.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { WithCode } from '#components/ui/text/with-code.tsx'
import { systems } from '#importers/systems.ts'
import { WorkflowSketch } from '../templates/workflow-sketch.tsx'
import { importTexts } from '../texts/import.ts'

type Part = PreviewedDocument['parts'][number]
type Fate = Part['fate']

const fates: Readonly<Record<Fate, { readonly tone: Tone; readonly word: string }>> = {
  understood: { tone: 'done', word: 'understood' },
  changed: { tone: 'active', word: 'changed' },
  kept: { tone: 'human', word: importTexts.toReview },
  lost: { tone: 'failed', word: importTexts.notSupported },
}
const inOrder: readonly Fate[] = ['understood', 'changed', 'kept', 'lost']

export interface ImportPreviewProps {
  readonly documents: readonly PreviewedDocument[]
  readonly isBusy: boolean
  onBack(): void
  onImport(documents: readonly PreviewedDocument[], publish: boolean): void
}

/** The preview of an import for each document, step by step, before any workflow is saved. */
export function ImportPreview({ documents, isBusy, onBack, onImport }: ImportPreviewProps) {
  const usable = documents.filter(({ name }) => name !== null)
  const [left, setLeft] = useState<ReadonlySet<PreviewedDocument>>(new Set())
  const [publish, setPublish] = useState(false)
  const chosen = usable.filter((document) => !left.has(document))
  const toggle = (document: PreviewedDocument, isIn: boolean) => {
    const next = new Set(left)
    if (isIn) next.delete(document)
    else next.add(document)
    setLeft(next)
  }
  return (
    <div className="grid gap-3">
      <p role="status" className="text-muted">
        {importTexts.previewNothingImportedYet}
      </p>
      <ul className="grid gap-2.5">
        {documents.map((document, index) => (
          <li key={`${document.file} ${document.name ?? index}`}>
            <DocumentPart
              document={document}
              isOpen={documents.length === 1}
              isIn={document.name !== null && !left.has(document)}
              onIn={(isIn) => toggle(document, isIn)}
            />
          </li>
        ))}
      </ul>
      <div className="sticky -bottom-2 z-10 -mx-4 -mb-3 flex flex-wrap items-center gap-3 border-t bg-surface px-4 py-3">
        <Button onClick={onBack}>{importTexts.back}</Button>
        <div className="flex items-center gap-2 max-sm:order-first max-sm:w-full sm:ml-auto">
          <Checkbox id="publish-import" checked={publish} onCheckedChange={(checked) => setPublish(checked === true)} />
          <label htmlFor="publish-import">{importTexts.publishWorkflowsWithoutErrors}</label>
        </div>
        <Button
          look="primary"
          className="max-sm:ml-auto"
          disabled={chosen.length === 0 || isBusy}
          onClick={() => onImport(chosen, publish)}
        >
          {isBusy
            ? importTexts.importing
            : chosen.length === 1
              ? importTexts.import
              : chosen.length === 0
                ? importTexts.nothingToImport
                : importTexts.importWorkflows(chosen.length)}
        </Button>
      </div>
    </div>
  )
}

interface DocumentPartProps {
  readonly document: PreviewedDocument
  readonly isOpen: boolean
  readonly isIn: boolean
  onIn(isIn: boolean): void
}

function DocumentPart({ document, isOpen, isIn, onIn }: DocumentPartProps) {
  const { name, file, from, exists, parts } = document
  const counts = Map.groupBy(parts.slice(1), ({ fate }) => fate)
  const title = name ?? file
  return (
    <details open={isOpen} className="rounded-m border border-line-strong">
      <summary className="flex cursor-pointer flex-wrap items-center gap-2 px-3 py-2.5">
        <Checkbox
          checked={isIn}
          disabled={name === null}
          aria-label={importTexts.importTitle(title)}
          onClick={(event) => event.stopPropagation()}
          onCheckedChange={(checked) => onIn(checked === true)}
        />
        <span className="font-semibold">{title}</span>
        <span className="text-small text-faint">{name === null ? importTexts.notWorkflow : file}</span>
        {from !== 'heddle' && <Chip tone="child">{systems[from]}</Chip>}
        {exists && <Chip>{importTexts.alreadyExists}</Chip>}
        <span className="ml-auto flex flex-wrap gap-1.5">
          {inOrder.flatMap((fate) => {
            const count = counts.get(fate)?.length ?? 0
            return count === 0 ? [] : [<Chip key={fate} tone={fates[fate].tone}>{`${count} ${fates[fate].word}`}</Chip>]
          })}
        </span>
      </summary>
      <div className="grid gap-3 border-t px-3 py-3">
        {name !== null && (
          <div className="grid max-h-72 justify-items-center overflow-auto rounded-m bg-sunken p-3">
            <WorkflowSketch text={document.text} className="w-full" />
          </div>
        )}
        <table className="w-full text-small">
          <thead className="text-left text-muted">
            <tr>
              <th className="w-9 py-1 font-medium sm:w-12">{importTexts.line}</th>
              <th className="py-1 font-medium">{importTexts.step}</th>
              <th className="w-28 py-1 font-medium max-sm:hidden">{importTexts.result}</th>
            </tr>
          </thead>
          <tbody>
            {parts
              .filter((part) => part.step !== null || part.findings.length > 0)
              .map((part) => (
                <PartRow key={part.step ?? ''} part={part} />
              ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function PartRow({ part: { step, type, line, fate, findings } }: { part: Part }) {
  const { tone, word } = fates[fate]
  return (
    <tr className="border-t align-top">
      <td className="py-1.5 font-mono text-code text-faint">{line}</td>
      <td className="py-1.5 pr-3">
        <span className="font-medium">{step ?? importTexts.workflow}</span>{' '}
        <span className="text-faint">{step && type}</span>{' '}
        <Chip tone={tone} className="sm:hidden">
          {word}
        </Chip>
        {findings.length > 0 && (
          <ul className="mt-0.5 grid gap-0.5 text-muted">
            {findings.map((finding) => (
              <li key={`${finding.line} ${finding.message}`} className="wrap-anywhere">
                {finding.line !== line && (
                  <span className="font-mono text-small text-faint">{importTexts.lineLine(finding.line)} </span>
                )}
                <WithCode text={finding.message} />
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className="py-1.5 max-sm:hidden">
        <Chip tone={tone}>{word}</Chip>
      </td>
    </tr>
  )
}
