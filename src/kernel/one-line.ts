/** Text of a client in one line, without characters that are not visible or change the direction of writing. */
export const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
