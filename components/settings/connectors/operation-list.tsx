import { Button } from '#components/ui/controls/button.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { ApiDocument } from '#importers/openapi/read-openapi.ts'
import { Tick } from '../tick.tsx'
import { connectorsTexts } from './texts/connectors.ts'

export interface OperationListProps {
  readonly api: ApiDocument
  /** Ids of the operations that are not offered. */
  readonly omitted: ReadonlySet<string>
  onOmit(omitted: ReadonlySet<string>): void
}

/** A path as documents write it: `/orders/{id}`, and not with the expression of the step. */
const readablePath = (path: string) => path.replace(/\{\{\s*input\.(\w+)\s*\}\}/g, '{$1}')

/** A list with a checkbox for each operation of the document, and below it the parts of the document that were left out. */
export function OperationList({ api: { operations, leftOut }, omitted, onOmit }: OperationListProps) {
  const chosen = operations.filter(({ id }) => !omitted.has(id)).length
  const all = chosen === operations.length
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{connectorsTexts.chosen(chosen, operations.length)}</legend>
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => onOmit(new Set(all ? operations.map(({ id }) => id) : []))}
      >
        {all ? connectorsTexts.chooseNone : connectorsTexts.chooseAll}
      </Button>
      <div className="grid max-h-56 gap-1 overflow-y-auto rounded-s border p-2">
        {operations.map(({ id, title, method, path }) => (
          <Tick
            key={id}
            label={isolateText(title)}
            {...(title !== `${method} ${path}` && { about: isolateText(`${method} ${readablePath(path)}`) })}
            checked={!omitted.has(id)}
            onChange={(isChosen) => {
              const next = new Set(omitted)
              if (isChosen) next.delete(id)
              else next.add(id)
              onOmit(next)
            }}
          />
        ))}
      </div>
      {leftOut.length > 0 && (
        <details className="text-small text-muted">
          <summary>{connectorsTexts.leftOut(leftOut.length)}</summary>
          <ul className="mt-1 grid gap-0.5">
            {leftOut.map((reason) => (
              <li key={reason} className="wrap-anywhere">
                {isolateText(reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  )
}
