/**
 * The seed of an embedded wallet: a BIP-39 mnemonic of 12 English words (128 bits and a checksum). It is in clear
 * text only in memory, after it is made or opened and before it is sealed.
 *
 * Source: BIP-39; docs/behaviour/wallets.md#export.
 */
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const entropyBits = 128;

/** 12 words with one space between them. */
export const newMnemonic = (): string => generateMnemonic(wordlist, entropyBits);
