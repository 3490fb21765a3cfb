# SPDX-License-Identifier: MIT
# Bash completion for legwork. Words and options come from the program's own help, so they are never stale.
_legwork() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} word=${COMP_WORDS[1]} program=${COMP_WORDS[0]}
	COMPREPLY=()
	if [ "$COMP_CWORD" = 1 ]; then
		local words
		words=$("$program" help 2>/dev/null | awk '/^Commands:/ { on = 1; next } on && /^$/ { exit } on { print $1 }')
		mapfile -t COMPREPLY < <(compgen -W "$words help --version" -- "$cur")
		return
	fi
	if [ "$word" = help ]; then
		[ "$COMP_CWORD" = 2 ] || return
		COMP_WORDS=("$program" "$cur")
		COMP_CWORD=1
		_legwork
		return
	fi
	case $prev in
	--terrain-sample)
		mapfile -t COMPREPLY < <(compgen -W "$("$program" sample list 2>/dev/null | awk '$1 == "terrain" { print $2 }')" -- "$cur")
		return ;;
	--clip | --idle | --animation)
		# Clips of the first file on the line.
		local i
		for ((i = 2; i < COMP_CWORD - 1; i++)); do
			[ -f "${COMP_WORDS[i]}" ] || continue
			local IFS=$'\n'
			mapfile -t COMPREPLY < <(compgen -W "$("$program" info "${COMP_WORDS[i]}" 2>/dev/null |
				sed -n 's/^  clip #[0-9]* \(.*|\)\{0,1\}\(.*\): .*/\2/p')" -- "$cur")
			return
		done ;;
	esac
	if [ "$word" = sample ] && [ "$COMP_CWORD" = 2 ]; then
		mapfile -t COMPREPLY < <(compgen -W "creature terrain scene list" -- "$cur")
	elif [ "$word" = sample ] && [ "$COMP_CWORD" = 3 ]; then
		mapfile -t COMPREPLY < <(compgen -W "$("$program" sample list 2>/dev/null |
			awk -v what="$prev" '$1 == what { print $2 }')" -- "$cur")
	elif [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$("$program" help "$word" 2>/dev/null | grep -oE -- '--[a-z][a-z-]+' | sort -u)" -- "$cur")
	else
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
	fi
}
complete -F _legwork legwork
