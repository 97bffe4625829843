/** Letters first; no spaces, no control characters, nothing that a URL or a YAML scalar would need to quote. */
export const workflowNamePattern = /^[A-Za-z][A-Za-z0-9_./-]{0,127}$/

export const workflowNameRule = 'A workflow name starts with a letter and has at most 128 letters, digits and _ . / -'
