import { html, raw } from 'hono/html'
import { fileRulesOf } from '#core/definition/schema/check-file.ts'
import { isJsonList, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { FormField, FormSection } from './form-fields.ts'
import { formStyle } from './form-style.ts'
import type { Answers } from './read-answers.ts'

type Markup = ReturnType<typeof html>

/** The control that people do not see; programs that fill in everything fill it in as well. */
export const trapName = 'heddle_website'
/** The control with an id of its own: the same page sent twice starts one run. */
export const submissionName = 'heddle_submission'

export interface FormPage {
  readonly title: string
  readonly intro?: string | undefined
  readonly sections: readonly FormSection[]
  readonly answers: Answers
  readonly submissionId: string
  readonly problems: ReadonlyMap<string, string>
  /** A problem of the form as a whole. */
  readonly problem?: string | undefined
}

/** The page of a form. It has no script: it works in every browser, and nothing that is entered becomes markup. */
export function formPage({ title, intro, sections, answers, submissionId, problems, problem }: FormPage): Markup {
  const fields = sections.flatMap((section) => section.fields)
  const wrong = fields.filter(({ name }) => problems.has(name))
  const hasFiles = fields.some(({ control }) => control === 'file')
  // A browser fills in no file by itself.
  const again = hasFiles ? ' Choose your files again.' : ''
  const summary = problem ?? (wrong.length > 0 ? `Some fields need another look.${again}` : undefined)
  return document(
    `${summary ? 'Not sent: ' : ''}${title}`,
    html`<h1>${title}</h1>
${intro ? html`<p class="intro">${intro}</p>` : ''}
${
  summary
    ? html`<div class="problem" role="alert"><p>${summary}</p>${
        wrong.length > 0
          ? html`<ul>${wrong.map(({ name, label }) => html`<li><a href="#${idOf(name)}">${label}</a>: ${problems.get(name)}</li>`)}</ul>`
          : ''
      }</div>`
    : ''
}
<form method="post" accept-charset="utf-8" novalidate${hasFiles ? raw(' enctype="multipart/form-data"') : ''}>
<input type="hidden" name="${submissionName}" value="${submissionId}">
<div class="trap" aria-hidden="true"><label>Leave this empty <input name="${trapName}" tabindex="-1" autocomplete="off"></label></div>
${sections.map((section) => sectionMarkup(section, answers, problems))}
${fields.some(({ isRequired }) => isRequired) ? html`<p class="help">Fields with * are required.</p>` : ''}
<button>Send</button>
</form>`,
  )
}

/** A page with a message alone: thanks, or why there is no form. */
export const messagePage = (title: string, text: string): Markup =>
  document(title, html`<h1>${title}</h1>${text === '' ? '' : html`<p>${text}</p>`}`)

function document(title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(formStyle)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
}

function sectionMarkup({ heading, fields }: FormSection, answers: Answers, problems: FormPage['problems']): Markup {
  const inner = fields.map((field) => fieldMarkup(field, answers.get(field.name), problems.get(field.name)))
  return heading === undefined ? html`${inner}` : html`<fieldset><legend>${heading}</legend>${inner}</fieldset>`
}

const idOf = (name: string) => `field-${encodeURIComponent(name)}`

function fieldMarkup(field: FormField, entered: readonly string[] | undefined, problem: string | undefined): Markup {
  const { name, label, help, control, isRequired } = field
  const id = idOf(name)
  const note = help === undefined ? '' : html`<p class="help" id="${id}-help">${help}</p>`
  const fault = problem === undefined ? '' : html`<p class="fault" id="${id}-fault">${problem}</p>`
  const described = [help === undefined ? [] : `${id}-help`, problem === undefined ? [] : `${id}-fault`]
    .flat()
    .join(' ')
  const star = isRequired ? html` <span aria-hidden="true">*</span>` : ''
  const shared = html`id="${id}" name="${name}"${described ? html` aria-describedby="${described}"` : ''}${problem ? html` aria-invalid="true"` : ''}${isRequired ? html` aria-required="true"` : ''}`
  if (control === 'yes_no') {
    const isOn = entered === undefined ? field.default === true : entered.some((text) => text !== '')
    return html`<div class="field"><label class="box"><input type="checkbox" value="yes" ${shared}${isOn ? raw(' checked') : ''}> ${label}</label>${note}${fault}</div>`
  }
  if (control === 'choices') {
    const on = new Set(entered ?? placesOf(field))
    return html`<fieldset class="field" id="${id}"${described ? html` aria-describedby="${described}"` : ''}><legend>${label}${star}</legend>${field.options.map(
      (option, place) =>
        html`<label class="box"><input type="checkbox" name="${name}" value="${place}"${on.has(String(place)) ? raw(' checked') : ''}> ${textOf(option)}</label>`,
    )}${note}${fault}</fieldset>`
  }
  return html`<div class="field"><label for="${id}">${label}${star}</label>${note}${controlMarkup(field, entered, shared)}${fault}</div>`
}

const inputTypes: Readonly<Record<string, string>> = { email: 'email', url: 'url', date: 'date', time: 'time' }

function controlMarkup(field: FormField, entered: readonly string[] | undefined, shared: Markup): Markup {
  const { control, options } = field
  if (control === 'choice') {
    const on = entered?.[0] ?? placesOf(field)[0]
    return html`<select ${shared}><option value="">Choose…</option>${options.map(
      (option, place) =>
        html`<option value="${place}"${on === String(place) ? raw(' selected') : ''}>${textOf(option)}</option>`,
    )}</select>`
  }
  if (control === 'file') {
    const { accept = [] } = fileRulesOf(field.schema) ?? {}
    return html`<input type="file" ${shared}${accept.length > 0 ? html` accept="${accept.join(',')}"` : ''}>`
  }
  const value = entered?.[0] ?? writtenDefault(field)
  if (control === 'long_text' || control === 'lines' || control === 'json') {
    const rows = control === 'json' ? 6 : 4
    // A browser drops one line break behind the start of the element.
    return html`<textarea rows="${rows}" ${shared}${control === 'json' ? raw(' spellcheck="false" class="code"') : ''}>
${value}</textarea>`
  }
  const decimal = control === 'number' || control === 'integer'
  return html`<input type="${inputTypes[control] ?? 'text'}"${decimal ? html` inputmode="${control === 'integer' ? 'numeric' : 'decimal'}"` : ''} maxlength="${limits.triggers.callBytes}" ${shared} value="${value}">`
}

/** The places of the default among the options, as they are sent. */
function placesOf({ options, default: preset }: FormField): readonly string[] {
  const wanted = preset === undefined ? [] : isJsonList(preset) ? preset : [preset]
  return wanted.flatMap((one) => {
    const place = options.findIndex((option) => JSON.stringify(option) === JSON.stringify(one))
    return place === -1 ? [] : [String(place)]
  })
}

function writtenDefault({ control, default: preset }: FormField): string {
  if (preset === undefined) return ''
  if (control === 'json') return JSON.stringify(preset, null, 2)
  return isJsonList(preset) ? preset.map(textOf).join('\n') : textOf(preset)
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
