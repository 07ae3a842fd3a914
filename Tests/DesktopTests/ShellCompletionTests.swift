import DaemonSupport
import Testing

/// The shipped completions in real shells.
@Suite struct ShellCompletionTests {
    enum Shell: String, CaseIterable {
        case bash, fish, zsh
    }

    /// For each shell a function that succeeds if, for the line `$1`, it shows the text `$2`: bash and fish are asked
    /// through their own interfaces, zsh gets a terminal and the Tab key.
    private static let offers: [Shell: String] = [
        .bash: #"""
        offers() {
            bash -c '. "$1"
                complete -p moodctl >/dev/null
                read -ra COMP_WORDS <<<"$2"
                [[ $2 != *" " ]] || COMP_WORDS+=("")
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _moodctl
                printf "%s\n" "${COMPREPLY[@]}"' bash $documents/completions/moodctl.bash "$1" | grep -qF -e "$2"
        }

        """#,
        .fish: #"""
        offers() {
            fish --no-config -c 'source $argv[1]; complete -C $argv[2]' $documents/completions/moodctl.fish "$1" |
                grep -qF -e "$2"
        }

        """#,
        .zsh: #"""
        cat >~/tab.zsh <<'END'
        zmodload zsh/zpty zsh/zselect
        zpty shell zsh -f -i
        zpty -w shell "PROMPT=; fpath=($1 \$fpath); autoload -U compinit; compinit -D -u"
        zpty -w shell "LISTMAX=10000; bindkey '^I' list-choices; stty columns 200; echo READ''Y"
        zpty -r shell text '*READY*'
        zpty -w -n shell "$2"$'\t'
        text=
        for ((turn = 0; turn < 200; turn++)); do
            if zpty -rt shell some; then text+=$some; else zselect -t 5; fi
            [[ $text != *$3* ]] || exit 0
        done
        print -r -- "$text"
        exit 1
        END
        offers() { zsh -f ~/tab.zsh $documents/completions "$1" "$2"; }

        """#,
    ]

    @Test(arguments: Shell.allCases)
    func completesCommandsOptionsAndWhatTheDaemonKnows(shell: Shell) throws {
        let printed = try Desktop().shell(
            (Self.offers[shell] ?? "")
                + """
                moodctl save evening
                cd
                for pair in 'mo|move' 'vol|volume' 'list --up|--upcoming' 'repeat o|one' 'mood ca|calm' \\
                    'load e|evening' 'remove 2|29' 'like calm 1|17' 'help se|seek' 'events q|queue' \\
                    'call queue.u|queue.undo' 'add Mus|Music' '-q se|seek'; do
                    offers "moodctl ${pair%|*}" "${pair#*|}" 2>&1 || echo "$pair"
                done
                \(shell == .bash ? "" : "offers 'moodctl remove 12' 00011")
                """)
        #expect(printed.isEmpty)
    }

    @Test("where no daemon runs, what needs none is completed, and nothing is complained of", arguments: Shell.allCases)
    func withoutADaemon(shell: Shell) throws {
        let printed = try Desktop(tracks: 1).shell(
            (Self.offers[shell] ?? "")
                + """
                moodctl quit
                cd
                for pair in 'mo|move' 'mood o|off' 'play Mus|Music'; do
                    offers "moodctl ${pair%|*}" "${pair#*|}" 2>&1 || echo "$pair"
                done
                """)
        #expect(printed.isEmpty)
    }

    @Test(
        "bash quotes a name, and goes on within quotes and behind a colon",
        arguments: [
            ("e", #"evening:\ the\ \"slow\"\ one"#),
            (#""'e""#, #"evening: the "slow" one"#),
            (#"evening : '\ th'"#, #"\ the\ \"slow\"\ one"#),
        ])
    func bashQuotes(words: String, reply: String) throws {
        let printed = try Desktop(tracks: 1).shell(
            #"""
            moodctl save 'evening: the "slow" one'
            . $documents/completions/moodctl.bash
            COMP_WORDS=(moodctl load \#(words))
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _moodctl
            printf '%s\n' "${COMPREPLY[@]}"
            """#)
        #expect(printed == reply)
    }
}
