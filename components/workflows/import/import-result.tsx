'use client'

import Link from 'next/link'
import type { ImportReport } from '#components/api/models.ts'
import { workflowPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import type { Problem } from '#core/definition/problem.ts'
import { importTexts } from '../texts/import.ts'

export interface ImportResultProps {
  report: ImportReport
  onRestart(): void
  onClose(): void
}

/** The result for each document, with all problems found. */
export function ImportResult({ report, onRestart, onClose }: ImportResultProps) {
  const { workflows, problems } = report
  const only = workflows.length === 1 ? workflows[0] : undefined
  return (
    <div className="grid gap-4">
      <p role="status">
        {workflows.length === 0
          ? importTexts.nothingWasImported
          : workflows.length === 1
            ? importTexts.imported1Workflow
            : importTexts.importedWorkflows(workflows.length)}
      </p>
      <Problems problems={problems} />
      <ul className="grid gap-2">
        {workflows.map((workflow) => (
          <li key={workflow.name} className="grid gap-2 rounded-m border px-3 py-2.5">
            <div className="flex flex-wrap items-center gap-2">
              <Link href={workflowPath(workflow.name)} className="font-semibold text-accent hover:underline">
                {workflow.name}
              </Link>
              <Chip>{workflow.created ? 'new' : importTexts.draftReplaced}</Chip>
              {workflow.version !== null && <Chip tone="done">{importTexts.publishedAsV(workflow.version)}</Chip>}
              <Findings problems={workflow.problems} />
            </div>
            <Problems problems={workflow.problems} />
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        <Button onClick={onRestart}>{importTexts.importMore}</Button>
        {only === undefined ? (
          <Button look="primary" onClick={onClose}>
            {importTexts.done}
          </Button>
        ) : (
          <Button look="primary" asChild>
            <Link href={workflowPath(only.name)}>{importTexts.openInDesigner}</Link>
          </Button>
        )}
      </div>
    </div>
  )
}

function Findings({ problems }: { problems: readonly Problem[] }) {
  const errors = problems.filter((problem) => problem.severity === 'error').length
  if (errors > 0) return <Chip tone="failed">{errors === 1 ? importTexts.oneError : importTexts.errors(errors)}</Chip>
  return <Chip tone="done">{importTexts.noErrors}</Chip>
}

const problemClasses: Record<Problem['severity'], string> = {
  error: 'text-failed',
  warning: 'text-human',
  info: 'text-muted',
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="grid gap-1 text-small">
      {problems.map((problem) => (
        <li
          key={`${problem.code} ${problem.range.start} ${problem.message}`}
          className={problemClasses[problem.severity]}
        >
          <span className="sr-only">{problem.severity}: </span>
          {problem.step && <b>{problem.step}: </b>}
          {problem.message}
        </li>
      ))}
    </ul>
  )
}
