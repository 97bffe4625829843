'use client'

import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { isJsonObject } from '#core/json.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { ExpressionInput } from '../../expression/expression-input.tsx'
import { type FieldProps, fieldWithin, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { RowProblem } from '../row-problem.tsx'
import { readText, showText, useDraft } from '../use-draft.ts'
import { AddRow } from './add-row.tsx'
import { FieldLegend } from './field-legend.tsx'

/** A path without an expression would be an error: it gets what gives nothing. */
const nothing = 'null'

/** State paths and the expressions whose values they get, in the order of the text. */
export function AssignmentsField(props: FieldProps) {
  const { spec, value, set, change } = props
  const entries = isJsonObject(value) ? Object.entries(value) : []
  const rename = (from: string, to: string) => {
    if (to === '' || to === from || entries.some(([path]) => path === to)) return
    set(Object.fromEntries(entries.map(([path, expression]) => [path === from ? to : path, expression])))
  }
  const add = (path: string) => {
    if (entries.some(([other]) => other === path)) return
    if (entries.length === 0) set({ [path]: nothing })
    else change([{ path: [path], value: nothing }])
  }
  return (
    <fieldset className="grid gap-1.5">
      <FieldLegend spec={spec} />
      {entries.map(([path, expression]) => (
        <div
          key={path}
          data-field={[...props.path, path].join('.')}
          className="grid grid-cols-[2fr_auto_3fr_24px] items-start gap-1"
        >
          <Input
            aria-label={viewsInspectorFieldsTexts.statePath}
            defaultValue={path}
            spellCheck={false}
            className="font-mono text-code"
            onBlur={(event) => rename(path, event.target.value.trim())}
          />
          <span aria-hidden="true" className="pt-1.25 text-faint">
            =
          </span>
          <Expression
            path={path}
            value={expression}
            isWrong={fieldWithin(props, path).problems.some(({ severity }) => severity === 'error')}
            set={(next) => set(next ?? nothing, [path])}
          />
          <IconButton
            size="small"
            label={viewsInspectorFieldsTexts.remove(path)}
            className="mt-0.75"
            onClick={() => (entries.length === 1 ? set(undefined) : change([{ path: [path], value: undefined }]))}
          >
            <X />
          </IconButton>
          <div className="col-span-full empty:hidden">
            <RowProblem spec={spec} problems={fieldWithin(props, path).problems} />
          </div>
        </div>
      ))}
      <AddRow
        label={viewsInspectorFieldsTexts.newStatePath}
        placeholder={viewsInspectorFieldsTexts.statePathSuchAsTotal}
        onAdd={add}
      />
      <Words {...fieldWords({ spec, problems: problemsOfWhole(props) })} />
    </fieldset>
  )
}

interface ExpressionProps extends Pick<FieldProps, 'value' | 'set'> {
  readonly path: string
  readonly isWrong: boolean
}

function Expression({ path, value, isWrong, set }: ExpressionProps) {
  const draft = useDraft(value, showText, readText, (next) => set(next), nothing)
  return (
    <ExpressionInput
      control={{ id: useId(), ...(isWrong ? { 'aria-invalid': true } : {}) }}
      label={viewsInspectorFieldsTexts.expressionFor(path)}
      kind={anything}
      value={draft.text}
      onChange={draft.change}
      onBlur={draft.finish}
    />
  )
}

const anything = { form: 'expression' } as const
