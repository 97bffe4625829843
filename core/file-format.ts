/** The `format` of an object in a schema that is an uploaded file (`core/definition/files`). */
export const fileFormat = 'heddle-file'
