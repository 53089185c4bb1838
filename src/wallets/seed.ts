/**
 * The seed of an embedded wallet: a BIP-39 mnemonic of 12 English words (128 bits and a checksum). It exists in clear
 * only between being made or opened and being sealed again.
 *
 * Source: BIP-39; gaps 4.7.
 */
import { generateMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const entropyBits = 128;

/** 12 words with one space between them. */
export const newMnemonic = (): string => generateMnemonic(wordlist, entropyBits);

/** 12 words of the English list, one space between them, the checksum right. */
export const isMnemonic = (text: string): boolean =>
  text.split(' ').length === 12 && validateMnemonic(text, wordlist);
