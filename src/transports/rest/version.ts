/** The API version is a date. Additions do not change it. Source: docs/behaviour/conventions.md#versioning. */
export const basePath = '/2025-10-13';
