'use client'

import { Braces, List } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { HelpSign } from '#components/ui/controls/field.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { isJsonObject, objectOf } from '#core/json.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { ExpressionInput } from '../../expression/expression-input.tsx'
import type { FieldProps } from '../field-props.ts'
import { problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { RowProblem } from '../row-problem.tsx'
import { useDraft } from '../use-draft.ts'
import { useFocusWithin, useFrozen } from '../use-focus-within.ts'
import { readLoose, showLoose } from '../values/loose-json.ts'
import { readJson, showJson } from '../values/read-value.ts'
import { EntriesField } from './entries-field.tsx'
import { useDeclaredInput } from './use-declared-input.ts'

const nouns: Readonly<Record<string, string>> = {
  with: 'argument',
  input: viewsInspectorFieldsTexts.inputField,
  headers: 'header',
  query: 'parameter',
  body: viewsInspectorFieldsTexts.bodyField,
}

/** Any value: a map as rows of names and values, anything else, or on demand all of it, as its text. */
export function JsonField(props: FieldProps) {
  const { spec, value, problems, path } = props
  const noun = nouns[spec.key]
  const isMap = noun !== undefined && (value === undefined ? spec.key !== 'body' : isJsonObject(value))
  const [asText, setAsText] = useState(false)
  const typing = useFocusWithin()
  // The beginning of `{{ … }}` is a map for a moment: the field stays the one that is typed into.
  const text = typing.within || asText || !isMap
  const hasSecrets = path[0] === 'http_config'
  const labelId = useId()
  const whole = problemsOfWhole(props)
  const declared = useDeclaredInput(props)
  return (
    <fieldset aria-labelledby={labelId} className="grid min-w-0 gap-1">
      <div className="flex items-center">
        <span id={labelId} className="text-label text-muted">
          {spec.label}
        </span>
        <span className="ml-1 flex-1">
          <HelpSign help={spec.help} />
        </span>
        {noun !== undefined && (
          <Tooltip content={text ? viewsInspectorFieldsTexts.showAsRows : viewsInspectorFieldsTexts.showAsJSON}>
            <IconButton
              size="small"
              label={
                text
                  ? viewsInspectorFieldsTexts.showAsRowsLabel(spec.label)
                  : viewsInspectorFieldsTexts.showAsJSONLabel(spec.label)
              }
              disabled={value !== undefined && !isJsonObject(value)}
              onClick={() => (isMap ? setAsText(!asText) : props.set({}))}
            >
              {text ? <List /> : <Braces />}
            </IconButton>
          </Tooltip>
        )}
      </div>
      {text ? (
        <div className="grid min-w-0 gap-1" {...typing.handlers}>
          <ValueText {...props} hasSecrets={hasSecrets} typing={typing.within} />
          {whole.length === 0 && <RowProblem spec={spec} problems={problems} />}
        </div>
      ) : (
        <EntriesField field={props} value={objectOf(value)} noun={noun} hasSecrets={hasSecrets} declared={declared} />
      )}
      <Words {...fieldWords({ spec, problems: whole })} />
    </fieldset>
  )
}

function ValueText(props: FieldProps & { hasSecrets: boolean; typing: boolean }) {
  const { spec, value, set, hasSecrets, typing } = props
  const structured = useFrozen(typing, typeof value === 'object' && value !== null)
  const draft = useDraft(
    value,
    structured ? showJson : showLoose,
    (text) => {
      if (structured) return readJson(text)
      return { value: text === '' ? undefined : readLoose(text) }
    },
    (next) => set(next),
  )
  const id = useId()
  return (
    <>
      {structured ? (
        <textarea
          aria-label={viewsInspectorFieldsTexts.asJSON(spec.label)}
          aria-invalid={draft.error === null ? undefined : true}
          value={draft.text}
          spellCheck={false}
          onChange={(event) => draft.change(event.target.value)}
          onBlur={draft.finish}
          rows={draft.text.split('\n').length}
          className="min-h-7.5 w-full rounded-s border border-thread bg-surface px-2.25 py-1 font-mono text-code [field-sizing:content] hover:border-faint aria-invalid:border-failed"
        />
      ) : (
        <ExpressionInput
          control={{ id }}
          label={spec.label}
          kind={template}
          hasSecrets={hasSecrets}
          value={draft.text}
          placeholder={spec.placeholder ?? ''}
          onChange={draft.change}
          onBlur={draft.finish}
        />
      )}
      {draft.error && <p className="text-small text-failed">{draft.error}</p>}
    </>
  )
}

const template = { form: 'template' } as const
